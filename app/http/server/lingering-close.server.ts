import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits for draining a request body after its response: bytes, total time, and time without a byte. */
const LINGER = { bytes: 256 * 1024 ** 2, ms: 30_000, silenceMs: 5_000 };
const CHECK_INTERVAL_MS = 250;

/**
 * Lingering close: after a response that was sent before the whole request body arrived, drains the rest for
 * a while. A browser reads the response only after it has sent everything, and shows its own error when the
 * connection is reset meanwhile. (nginx: lingering_close; RFC 9112, section 9.6.)
 */
export function lingerOnClose(server: Server, limits = LINGER): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response;
    response.writeHead = (...args: unknown[]) => {
      if (!request.complete) {
        response.setHeader('Connection', 'close');
        const { socket } = request;
        // Node would destroy the connection after the response, and lose bytes in flight.
        socket.destroySoon = () => linger(request, socket, limits);
      }
      return writeHead(...args);
    };
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function linger(request: IncomingMessage, socket: Socket, limits: typeof LINGER): void {
  const startedAt = performance.now();
  const startBytes = socket.bytesRead;
  let lastRead = { at: startedAt, bytes: startBytes };
  const end = () => {
    // A socket that is already closed emits no further 'close'.
    clearInterval(timer);
    socket.destroy();
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const bytes = socket.bytesRead;
    if (bytes > lastRead.bytes) lastRead = { at: now, bytes };
    const isOver =
      now - startedAt > limits.ms ||
      now - lastRead.at > limits.silenceMs ||
      bytes - startBytes > limits.bytes;
    if (isOver) end();
  }, CHECK_INTERVAL_MS);
  socket.once('close', () => clearInterval(timer));
  socket.end();
  if (request.complete) return void socket.once('finish', end);
  request.once('end', end);
  // The previous reader has stopped.
  request.removeAllListeners('data');
  request.resume();
}
