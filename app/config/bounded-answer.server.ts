import { within } from './timed-signal.server';

/** How much of somebody else's answer is read, and for how long it is waited for, all of it included. */
export interface AnswerBounds {
  maxBytes: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** An answer that was longer than anybody wants to read. */
export class AnswerTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`an answer has more than ${maxBytes} bytes`);
    this.name = 'AnswerTooLarge';
  }
}

/**
 * Waits for a whole answer of a server that is not ours, which may be out of order, or hostile: however slowly or
 * endlessly it sends, it costs bounded memory and time. Bytes count as they are after decompression.
 * @param ask sends the request with the signal it is given
 * @returns the answer, its body in memory
 * @throws AnswerTooLarge; a DOMException 'TimeoutError'; the signal's reason when aborted; what `ask` throws
 */
export function boundedAnswer(
  { maxBytes, timeoutMs, signal = new AbortController().signal }: AnswerBounds,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  return within({ signal, timeoutMs }, async (guard) => {
    const answer = await ask(guard);
    const body = await readAtMost(answer, maxBytes);
    const { status, statusText, headers } = answer;
    return new Response(body, { status, statusText, headers });
  });
}

/** Null for an answer without a body, as of status 204. */
async function readAtMost(answer: Response, maxBytes: number): Promise<Buffer<ArrayBuffer> | null> {
  if (!answer.body) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // To throw ends the connection too.
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AnswerTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return bytes > 0 ? Buffer.concat(chunks) : null;
}
