import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long nothing of an answer may be taken; twice as long for some, since Node looks only so often. */
const SILENCE_MS = 60_000;

/**
 * Ends connections that take nothing of their answer (as send_timeout of nginx does), which would keep its place, its
 * process and its memory for as long as they are open. What is taken now and then goes on, however slowly, also
 * within one large chunk. Where there is nothing to send, since the answer is still being made or the
 * connection waits for the next request, nothing is ended.
 */
export function endUntakenAnswers(server: Server, silenceMs = SILENCE_MS): void {
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(silenceMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}
