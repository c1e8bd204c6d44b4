/** What a vouch asks (6.2). */
export const stake = 20;
export const lockDays = 30;
export const newcomerDays = 30;
export const checksToVouch = 3;
/** Days within which an appeal is due (6.3). */
export const appealDays = 14;
