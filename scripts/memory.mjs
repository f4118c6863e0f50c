/**
 * Limits of the portal's memory. Without them V8 lets garbage grow with the machine's memory, to more than 400 MB where
 * 50 are in use. They only work as command-line flags; deploy/ sets the same ones.
 */
export const memory = ['--max-semi-space-size=16', '--max-old-space-size=512'];
