/**
 * Starts processes for a command: signals are passed on to them, their exit codes are returned, and none outlives the
 * command.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/**
 * Runs a program until it ends and returns its exit code. It gets a process group of its own: a terminal sends Ctrl-C
 * to the whole group and npm sends it again, but the program must get the signal only once.
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

/** Passes each signal on once: the same signal within a second comes from npm or the terminal a second time. */
function passSignals(tell) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let last = -Infinity;
  const hear = (signal) => {
    if (Date.now() - last < 1_000) return;
    last = Date.now();
    // When the terminal is closed (SIGHUP), the program stops in order, as with SIGTERM.
    tell(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of signals) process.on(signal, hear);
  return () => signals.forEach((signal) => process.off(signal, hear));
}

/** Calls `end` when the npm that started this command was killed: otherwise the portal would run on unnoticed. */
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

/**
 * Names the parent and the grandparent: npm starts a shell that starts us, but some shells replace themselves by us.
 */
function npmAbove() {
  const parent = process.ppid;
  try {
    const [, grandparent] = readFileSync(`/proc/${parent}/stat`, 'utf8').match(/^.*\) . (\d+)/s) ?? [];
    return `${parent} ${grandparent}`;
  } catch {
    return String(parent);
  }
}
