/** What the first acceptance of a check earns its author, whatever the result (3.8). */
export const creditsForCheck = 10;
