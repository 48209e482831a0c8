import { EngineFault } from './port';

/** A date far off is a mistake; the queue has other ways to wait for days. */
const LONGEST_WAIT_MS = 3_600_000;

/** What an HTTP answer says of when to ask again, in seconds or as a date; null when it does not. */
function retryAfterMs(response: Response): number | null {
  const said = response.headers.get('Retry-After');
  if (!said) return null;
  const ms = /^\d+(\.\d+)?$/.test(said.trim()) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, Math.round(ms)), LONGEST_WAIT_MS);
}

/** Statuses that pass by themselves: time-out, too early, too many, and what is wrong on the other side. */
const isPassing = (status: number) => [408, 409, 423, 425, 429].includes(status) || status >= 500;

export interface ServiceCall {
  /** The company or server, for the log. */
  service: string;
  /** What is asked of it, for the log: neither an id nor anything of a recording. */
  deed: string;
  signal: AbortSignal;
  timeoutMs: number;
}

/**
 * Waits for a whole answer of a speech service.
 * @param ask sends the request with the signal it is given
 * @returns an answer, its body in memory, of whatever status does not pass by itself
 * @throws EngineFault 'unavailable' for no answer, one that broke off, or one that passes; the signal's reason
 *   when aborted
 */
export async function askService(
  { service, deed, signal, timeoutMs }: ServiceCall,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  signal.throwIfAborted();
  // Held by a timer and a listener: a signal that is only made of others can be collected before it fires.
  const guard = new AbortController();
  const stop = () => guard.abort(signal.reason);
  const timer = setTimeout(() => guard.abort(new Error('no answer in time')), timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const response = await ask(guard.signal);
    const { status, headers } = response;
    if (isPassing(status)) {
      throw new EngineFault(
        'unavailable',
        `${service} answered ${status} to ${deed}`,
        retryAfterMs(response),
      );
    }
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, { status, headers });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineFault) throw error;
    throw new EngineFault('unavailable', `${service} gave no answer to ${deed}`, null, { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    guard.abort();
  }
}
