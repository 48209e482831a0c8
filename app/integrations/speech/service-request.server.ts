import { boundedResponse } from '@/app/config/bounded-response.server';
import { traceCall } from '@/app/config/traced-fetch.server';
import { EngineFault } from './port';

/** A date far in the future is a mistake, and the queue has its own back-off for longer waits. */
const MAX_RETRY_AFTER_MS = 3_600_000;
/** Response size limit. AssemblyAI returns each word of a recording twice; ten hours take about 40 MB. */
const MAX_RESPONSE_BYTES = 256 * 1024 ** 2;

/** Parses the Retry-After header, in seconds or as an HTTP date; null when absent or invalid. */
function retryAfterMs(response: Response): number | null {
  const said = response.headers.get('Retry-After');
  if (!said) return null;
  const ms = /^\d+(\.\d+)?$/.test(said.trim()) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, Math.round(ms)), MAX_RETRY_AFTER_MS);
}

/** Transient statuses: timeout, conflict, locked, too early, rate limit, and server errors. */
const isTransient = (status: number) => [408, 409, 423, 425, 429].includes(status) || status >= 500;

export interface ServiceCall {
  maxBytes?: number;
  service: string;
  /** Name of the operation, for the log: contains neither an id nor content of a recording. */
  operation: string;
  signal: AbortSignal;
  timeoutMs: number;
  /** What only this service says in a response that is not ok; null when it says nothing special. */
  readFault?: (response: Response) => Promise<EngineFault | null>;
}

/**
 * Buffers the whole response, with any status that is not transient.
 * @throws EngineFault 'unavailable' when there is no response, it breaks off, is too large or has a transient
 *   status; the signal's reason when aborted
 */
export async function requestService(
  { service, operation, signal, timeoutMs, maxBytes = MAX_RESPONSE_BYTES, readFault }: ServiceCall,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  let hasBegun = false;
  const askAndNote = async (guard: AbortSignal) => {
    const response = await traceCall(`${service} ${operation}`, {}, () => ask(guard));
    hasBegun = true;
    return response;
  };
  try {
    const response = await boundedResponse({ signal, timeoutMs, maxBytes }, askAndNote);
    const { status } = response;
    const special = response.ok ? null : await readFault?.(response);
    if (special) throw special;
    if (!isTransient(status)) return response;
    throw new EngineFault(
      'unavailable',
      `${service} answered ${status} to ${operation}`,
      retryAfterMs(response),
      { detail: status === 429 ? 'busy' : status === 408 ? 'timeout' : undefined },
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineFault) throw error;
    const detail = detailOf(error, hasBegun);
    throw new EngineFault('unavailable', `${service} gave no answer to ${operation}`, null, {
      cause: error,
      detail,
    });
  }
}

function detailOf(error: unknown, hasBegun: boolean) {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError') return 'timeout';
  if (name === 'ResponseTooLarge') return 'answer-too-large';
  return hasBegun ? 'answer-cut' : undefined;
}
