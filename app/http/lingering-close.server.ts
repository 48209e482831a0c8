import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much of a body is still read after its answer, for how long, and how long no byte may come meanwhile. */
const LINGER = { bytes: 256 * 1024 ** 2, ms: 30_000, silenceMs: 5_000 };
const CHECKED_MS = 250;

/**
 * Closes connections whose answer came before the whole body: what is still sent is read for a while and thrown
 * away. A browser reads an answer once it has sent everything, and one that is cut off meanwhile shows its own
 * error instead. (nginx calls it so, RFC 9112 asks for it in section 9.6.)
 */
export function lingerOnClose(server: Server, limits = LINGER): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response;
    response.writeHead = (...args: unknown[]) => {
      if (!request.complete) {
        response.setHeader('Connection', 'close');
        const { socket } = request;
        // Node would destroy the connection with the answer, and the bytes on their way with it.
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
  let heard = { at: startedAt, bytes: startBytes };
  const end = () => {
    // A socket that was closed before does not say so again.
    clearInterval(timer);
    socket.destroy();
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const bytes = socket.bytesRead;
    if (bytes > heard.bytes) heard = { at: now, bytes };
    const isOver =
      now - startedAt > limits.ms || now - heard.at > limits.silenceMs || bytes - startBytes > limits.bytes;
    if (isOver) end();
  }, CHECKED_MS);
  socket.once('close', () => clearInterval(timer));
  socket.end();
  if (request.complete) return void socket.once('finish', end);
  request.once('end', end);
  // Whoever read it before has stopped.
  request.removeAllListeners('data');
  request.resume();
}
