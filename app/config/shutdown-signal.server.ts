import { setMaxListeners } from 'node:events';

/** A signal that aborts on shutdown: SIGINT, SIGTERM, or the end of the parent process. */
export function shutdownSignal(): AbortSignal {
  const stop = new AbortController();
  // Each loop and each pause of the worker adds a listener: their number is bounded, but above Node's default
  // of ten.
  setMaxListeners(0, stop.signal);
  const abort = () => stop.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  process.once('disconnect', abort);
  return stop.signal;
}
