/** Loaded before the portal when a script starts it: the portal ends, gracefully, when the script was killed. */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 300).unref();
