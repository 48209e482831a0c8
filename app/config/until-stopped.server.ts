import { setMaxListeners } from 'node:events';

/**
 * A signal that aborts when this process is asked to stop: Ctrl-C, SIGTERM, or the end of the process that
 * started it.
 */
export function untilStopped(): AbortSignal {
  const stop = new AbortController();
  // Each loop and each pause of the worker listens: their number is bounded, but not by Node's ten.
  setMaxListeners(0, stop.signal);
  const abort = () => stop.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  process.once('disconnect', abort);
  return stop.signal;
}
