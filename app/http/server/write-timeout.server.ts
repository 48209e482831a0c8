import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Write timeout; up to twice as long, since Node checks only at this interval. */
const WRITE_TIMEOUT_MS = 60_000;

/**
 * Write timeout (like nginx send_timeout): destroys connections whose client reads nothing of its response,
 * which would hold a process and memory for as long as they are open. A client that reads slowly is kept,
 * also within one large chunk, and so is a connection with nothing to send.
 */
export function setWriteTimeout(server: Server, timeoutMs = WRITE_TIMEOUT_MS): void {
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(timeoutMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}
