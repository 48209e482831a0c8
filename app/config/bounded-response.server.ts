import { responseChunks } from './response-chunks.server';
import { withTimeout } from './with-timeout.server';

/** Limits on a response of an external server: its size, and the timeout for headers and body together. */
interface ResponseBounds {
  maxBytes: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

class ResponseTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`an answer has more than ${maxBytes} bytes`);
    this.name = 'ResponseTooLarge';
  }
}

/**
 * Against slow, endless or hostile senders. Bytes count after decompression.
 * @throws ResponseTooLarge; a DOMException 'TimeoutError'; the signal's reason when aborted; errors of `ask`
 */
export function boundedResponse(
  { maxBytes, timeoutMs, signal = new AbortController().signal }: ResponseBounds,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  return withTimeout({ signal, timeoutMs }, async (guard) => {
    const answer = await ask(guard);
    const body = await readAtMost(answer, maxBytes, guard);
    const { status, statusText, headers } = answer;
    return new Response(body, { status, statusText, headers });
  });
}

async function readAtMost(
  answer: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of responseChunks(answer, signal)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ResponseTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return bytes > 0 ? Buffer.concat(chunks) : null;
}
