/**
 * How much the portal may take: V8 would let garbage grow with the machine's memory, to more than 400 MB where 50 are
 * in use. A process needs these before it begins; deploy/ says the same.
 */
export const memory = ['--max-semi-space-size=16', '--max-old-space-size=512'];
