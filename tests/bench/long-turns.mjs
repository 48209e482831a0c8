// Preloaded into a server process (`node --import`): logs each long task of its event loop.
import { openSync, writeSync } from 'node:fs';

const { LONG_TURNS_FILE } = process.env;
// Child processes of the server are not measured.
delete process.env.NODE_OPTIONS;
delete process.env.LONG_TURNS_FILE;

/** Sampling interval; a late sample means that a task took at least this long. */
const LOOK_EVERY_MS = 5;
/** Shorter tasks do no harm. */
const LONG_MS = 2 * LOOK_EVERY_MS;

const file = openSync(LONG_TURNS_FILE, 'a', 0o600);
let seen = look();

function look() {
  const { user, system } = process.cpuUsage();
  return { at: performance.now(), cpuMs: (user + system) / 1_000 };
}

// Other processes delay a sample too, so only this process's CPU time counts.
setInterval(() => {
  const now = look();
  const ms = Math.min(now.at - seen.at, now.cpuMs - seen.cpuMs);
  seen = now;
  if (ms > LONG_MS) writeSync(file, `${ms.toFixed(1)}\n`);
}, LOOK_EVERY_MS).unref();
