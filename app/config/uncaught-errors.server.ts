import { log } from './log.server';

const SHUTDOWN_TIMEOUT_MS = 10_000;

/**
 * Ends the process gracefully with exit code 1 after the first uncaught error; its parent starts a new one.
 * @param shutDown stops accepting work and exits when all is finished; after 10 s the process exits anyway
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
