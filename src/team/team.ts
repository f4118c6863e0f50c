/** How long a shift is: what was asked and decided in it is told to whoever takes over. */
export const shiftHours = 8;
