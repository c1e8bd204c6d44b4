/** Credits are counters without monetary value (6.1, 12). */
export const boostPrice = 10;
export const boostHours = 24;
