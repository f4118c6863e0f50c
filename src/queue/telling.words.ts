/** What admins are told unasked: in mails and in chats. */
const list = (parts: readonly string[]) => `${parts.join(', ')}.`;

export const words = {
  subject: (line: string) => (line.length > 120 ? `${line.slice(0, 117)}…` : line),
  open: 'Open the queue',
  lines: {
    new: (parts: readonly string[]) => `New: ${list(parts)}`,
    pay: (parts: readonly string[]) => `To be paid: ${list(parts)}`,
    late: (parts: readonly string[]) => `Late now: ${list(parts)}`,
    second: (parts: readonly string[]) => `For a second admin: ${list(parts)}`,
  },
  part: (count: number, label: string, sum: string) =>
    count === 1 ? `one ${label} of ${sum}` : `${count} × ${label} of ${sum} together`,
  changes: (count: number) => (count === 1 ? 'one change' : `${count} changes`),
} as const;
