import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { settings } from '@/app/config/env.server';
import { checkReadiness } from '@/app/services/platform/system/check-readiness.server';
import { readinessAnswer } from './health-answer';
import { metricsHandler } from './metrics.server';

/** Health checks and metrics of a worker on WORKER_PORT. @throws the error of a port that cannot be had */
export async function listenForChecks(port: number, stopped: AbortSignal): Promise<void> {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.get('/healthz', (_request, response) => void response.type('text/plain').send('ok\n'));
  app.get('/readyz', async (_request, response) => {
    const { status, body } = stopped.aborted
      ? { status: 503, body: 'not ready: this process is being stopped\n' }
      : readinessAnswer(await checkReadiness());
    response.status(status).type('text/plain').send(body);
  });
  app.get('/metrics', metricsHandler);
  app.use((_request, response) => void response.status(404).end());
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, app);
  await once(server.listen(port, settings.host), 'listening');
}
