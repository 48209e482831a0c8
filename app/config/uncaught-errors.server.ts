import { log } from './log.server';

/** Time limit of the graceful shutdown. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/**
 * Graceful shutdown with exit code 1 after the first uncaught exception or unhandled rejection: the process
 * can no longer be trusted, but open work need not be cut. The parent process starts a new one.
 * @param shutDown stops accepting work and exits when all is finished; after 10 s the process exits in any
 *   case
 */
export function onUncaughtError(shutDown: () => void): void {
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    // Later errors follow from the first.
    if (isEnding) return;
    isEnding = true;
    process.exitCode = 1;
    setTimeout(() => process.exit(), SHUTDOWN_TIMEOUT_MS);
    log.fatal({ error }, 'an error that nothing caught ends this process');
    shutDown();
  });
}
