/** Every sentence about what the portal does by itself. */
export const words = {
  title: 'What the portal does by itself',
  text: 'One node runs each job. A job that failed is tried again next time.',
  failed: 'Failed to fetch jobs.',
  empty: 'No job has run yet.',
  job: 'Job',
  every: 'Looked for',
  last: 'Last run',
  outcome: 'Outcome',
  seconds: (seconds: number) => (seconds === 1 ? 'every second' : `every ${seconds} s`),
  minutes: (minutes: number) => (minutes === 1 ? 'every minute' : `every ${minutes} minutes`),
  hours: (hours: number) => (hours === 1 ? 'every hour' : `every ${hours} hours`),
  runs: (node: string) => `Runs on ${node}`,
  done: 'Done',
  wentWrong: (error: string) => `Failed: ${error}`,
  ended: 'Did not end',
};
