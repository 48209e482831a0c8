import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';

/** Until a load balancer that asks every few seconds knows that this process is leaving. */
const NOTICE_MS = 10_000;
/** A transfer without a byte for this long does not hold up the end: a player that is paused, a lost connection. */
const STALL_MS = 3_000;
const CHECK_INTERVAL_MS = 100;
/** For the last answers, once nothing new is taken. */
const LAST_ANSWERS_MS = 1_000;

interface OpenRequest {
  request: Request;
  response: Response;
  bytes: number;
  movedAt: number;
}

const open = new Set<OpenRequest>();
let isDraining = false;

/**
 * While this process leaves, `/readyz` says so, and each connection is closed after its answer: the next piece of an
 * upload goes elsewhere.
 */
export const leaveGracefully: RequestHandler = (request, response, next) => {
  const entry = { request, response, bytes: -1, movedAt: 0 };
  open.add(entry);
  response.once('close', () => open.delete(entry));
  if (!isDraining) return next();
  response.setHeader('Connection', 'close');
  if (request.path !== '/readyz') return next();
  response.status(503).type('text/plain').send('not ready: this process is being stopped\n');
};

/**
 * Goes on listening until everything open is answered, and at most for `drainMs`; then closes.
 * @param isBehindBalancer listens for a while in any case, so that the balancer sees `/readyz` fail before connections do
 */
export async function drainServer(
  server: Server,
  { drainMs, isBehindBalancer }: { drainMs: number; isBehindBalancer: boolean },
): Promise<void> {
  isDraining = true;
  for (const { response } of open) if (!response.headersSent) response.setHeader('Connection', 'close');
  const startedAt = performance.now();
  const noticeMs = isBehindBalancer ? NOTICE_MS : 0;
  for (;;) {
    const isBusy = countBusy() > 0;
    const ms = performance.now() - startedAt;
    if (ms >= drainMs || (ms >= noticeMs && !isBusy)) break;
    await sleep(CHECK_INTERVAL_MS);
  }
  await Promise.race([closeServer(server), sleep(LAST_ANSWERS_MS)]);
}

/** Graceful shutdown: stops listening at once; resolves when all open requests have their response. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A keep-alive connection is idle once it has its response.
    const timer = setInterval(() => server.closeIdleConnections(), CHECK_INTERVAL_MS);
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
  });
}

function countBusy(): number {
  const now = performance.now();
  return [...open].filter((entry) => {
    const { request, response } = entry;
    const bytes = request.socket.bytesRead + request.socket.bytesWritten;
    if (bytes !== entry.bytes) Object.assign(entry, { bytes, movedAt: now });
    const isWaitingForUs = request.complete && !response.headersSent;
    return isWaitingForUs || now - entry.movedAt < STALL_MS;
  }).length;
}
