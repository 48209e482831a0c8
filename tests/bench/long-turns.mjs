// Loaded into a server before its own code (`node --import`): writes down each turn of its event loop that took long.
import { openSync, writeSync } from 'node:fs';

const { LONG_TURNS_FILE } = process.env;
// The server's own children are no part of it.
delete process.env.NODE_OPTIONS;
delete process.env.LONG_TURNS_FILE;

/** So often the loop is looked at; a turn takes at least so long when the next look is late. */
const LOOK_EVERY_MS = 5;
/** Shorter ones hold nobody up. */
const LONG_MS = 2 * LOOK_EVERY_MS;

const file = openSync(LONG_TURNS_FILE, 'a', 0o600);
let seen = look();

function look() {
  const { user, system } = process.cpuUsage();
  return { at: performance.now(), cpuMs: (user + system) / 1_000 };
}

// Others on the machine make a turn late too: only the processor time that this process had meanwhile counts.
setInterval(() => {
  const now = look();
  const ms = Math.min(now.at - seen.at, now.cpuMs - seen.cpuMs);
  seen = now;
  if (ms > LONG_MS) writeSync(file, `${ms.toFixed(1)}\n`);
}, LOOK_EVERY_MS).unref();
