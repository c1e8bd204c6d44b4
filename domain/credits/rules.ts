/** What the first acceptance of a check earns its author, whatever the result (3.8). */
export const creditsForCheck = 10;

/** A boost: its price in credits and how long it lasts (6.1). */
export const boostPrice = 10;
export const boostHours = 24;
