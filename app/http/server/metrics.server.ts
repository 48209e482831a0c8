import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { settings } from '@/app/config/env.server';
import { isDirect } from '../headers/is-direct';

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to the end of its answer.',
  labelNames: ['method', 'status'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  registers: [registry],
});

export function observeRequest(method: string, status: number, durationMs: number): void {
  requests.observe({ method, status }, durationMs / 1000);
}

/** Prometheus metrics: needs METRICS_TOKEN, or in local mode without a token a direct request. */
export const metricsHandler: RequestHandler = async (request, response) => {
  const isOpen = settings.isLocal && !settings.metricsToken && isDirect(request);
  if (!isOpen && !hasToken(request.headers.authorization)) return void response.status(404).end();
  response.type(registry.contentType).send(await registry.metrics());
};

/** Compares in constant time, whatever the lengths. */
function hasToken(authorization = ''): boolean {
  if (!settings.metricsToken) return false;
  const [given, expected] = [authorization, `Bearer ${settings.metricsToken}`].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return timingSafeEqual(given!, expected!);
}
