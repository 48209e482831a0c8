import type { NextFunction, Request, RequestHandler } from 'express';
import { networksOf } from '@/app/domain/network';

/** Never wait: whoever watches the server would take a long queue for its end. */
const HEALTH_CHECKS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

interface Waiting {
  request: Request;
  begin: NextFunction;
}

/**
 * Requests begin one at a time, each in an event loop iteration of its own: to find a route takes milliseconds
 * without a pause, before the body is read, and a thousand requests at once would hold up all others for seconds.
 * Networks take turns, so that a visitor waits for one request of each. Those that end meanwhile never begin.
 */
export function takeTurns(): RequestHandler {
  const queues = new Map<string, Waiting[]>();

  const beginNext = () => {
    for (const [network, queue] of queues) {
      const waiting = queue.shift();
      // Behind the others again.
      queues.delete(network);
      if (queue.length > 0) queues.set(network, queue);
      if (!waiting || waiting.request.destroyed) continue;
      if (queues.size > 0) setImmediate(beginNext);
      waiting.begin();
      return;
    }
  };

  return (request, _response, next) => {
    if (HEALTH_CHECKS.has(request.path)) return next();
    const { narrow: network } = networksOf(request.ip ?? '');
    const isIdle = queues.size === 0;
    const queue = queues.get(network) ?? [];
    queue.push({ request, begin: next });
    queues.set(network, queue);
    if (isIdle) setImmediate(beginNext);
  };
}
