/**
 * How a command keeps company with the processes it starts: signals go down, exit codes come up, nobody is left behind.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/**
 * Runs a program until it ends and answers its exit code. It gets a process group of its own: Ctrl-C in a terminal goes
 * to a whole group, and npm repeats it; the program shall hear it once, in its own time.
 */
export function keep(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options, detached: true });
  const stopListening = passSignals((signal) => child.kill(signal));
  const stopWatching = endWithParent(() => child.kill('SIGTERM'));
  return new Promise((done) => {
    child.on('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.on('exit', (code, signal) => {
      stopListening();
      stopWatching();
      done(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Hands on each signal once; the same again within a second is npm's or the terminal's echo. */
function passSignals(tell) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let last = -Infinity;
  const hear = (signal) => {
    if (Date.now() - last < 1_000) return;
    last = Date.now();
    // A closed terminal is a reason to stop in order, like any other.
    tell(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of signals) process.on(signal, hear);
  return () => signals.forEach((signal) => process.off(signal, hear));
}

/** Calls `end` when npm, having started this, was killed: nobody could stop the portal by what started it any more. */
function endWithParent(end) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const ancestors = npmAbove();
  const timer = setInterval(() => {
    if (npmAbove() === ancestors) return;
    clearInterval(timer);
    end();
  }, 300);
  timer.unref();
  return () => clearInterval(timer);
}

/** npm is above the shell that it lets run the command, unless that shell has given way to the command. */
function npmAbove() {
  const parent = process.ppid;
  try {
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8').match(/^.*\) . (\d+)/s) ?? [];
    return `${parent} ${grandparent}`;
  } catch {
    return String(parent);
  }
}
