import { boundedAnswer } from '@/app/config/bounded-answer.server';
import { EngineFault } from './port';

/** A date far off is a mistake; the queue has other ways to wait for days. */
const LONGEST_WAIT_MS = 3_600_000;
/** AssemblyAI gives each word of a recording twice; those of ten hours take some 40 MB. */
const ANSWER_BYTES = 256 * 1024 ** 2;

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
  /** The most that is read of the answer. */
  maxBytes?: number;
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
 * @throws EngineFault 'unavailable' for no answer, one that broke off or has no end, or one that passes; the signal's reason
 *   when aborted
 */
export async function askService(
  { service, deed, signal, timeoutMs, maxBytes = ANSWER_BYTES }: ServiceCall,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  try {
    const response = await boundedAnswer({ signal, timeoutMs, maxBytes }, ask);
    const { status } = response;
    if (!isPassing(status)) return response;
    throw new EngineFault('unavailable', `${service} answered ${status} to ${deed}`, retryAfterMs(response));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineFault) throw error;
    throw new EngineFault('unavailable', `${service} gave no answer to ${deed}`, null, { cause: error });
  }
}
