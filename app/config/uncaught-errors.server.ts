import { log } from './log.server';

/** How long what is open may take to end. */
const GRACE_MS = 10_000;

/**
 * Ends this process in good order after the first error that nothing caught, a rejection that nobody handled
 * included: after it nothing can be trusted to be as it should, but what others wait for need not be cut. Its exit
 * code is 1 then, and whoever started it starts a new one.
 * @param windDown takes on nothing new and ends the process once everything is finished, which after 10 s is done
 *   here in any case
 */
export function onUncaughtError(windDown: () => void): void {
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    // What else goes wrong from here on follows from the first.
    if (isEnding) return;
    isEnding = true;
    process.exitCode = 1;
    setTimeout(() => process.exit(), GRACE_MS);
    log.fatal({ error }, 'an error that nothing caught ends this process');
    windDown();
  });
}
