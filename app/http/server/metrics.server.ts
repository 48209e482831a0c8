import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import { poolState } from '@/app/config/database-pools.server';
import { settings } from '@/app/config/env.server';
import { count, defineAllMetrics } from '@/app/config/metrics.server';
import { checkReadiness } from '@/app/services/platform/system/check-readiness.server';
import { type QueueFigures, readQueue } from '@/app/services/platform/system/read-queue.server';
import { isDirect } from '../headers/is-direct';

/** A scrape is answered without what hangs. */
const QUEUE_TIMEOUT_MS = 2_000;

collectDefaultMetrics();
defineAllMetrics();

const gauge = (name: string, help: string, labelNames: string[] = []) =>
  new Gauge({ name, help, labelNames });

/** What all processes share is told by each alike: take the maximum, not the sum. */
const gauges = {
  isDatabaseUp: gauge('celeste_database_up', '1 when the database answers within two seconds, else 0.'),
  connections: gauge('celeste_database_connections', 'Connections of this process; none with SQLite.', [
    'state',
  ]),
  freeBytes: gauge('celeste_disk_free_bytes', 'Free disk space of data folder and storage, the lesser one.'),
  neededBytes: gauge('celeste_disk_needed_bytes', 'Free disk space without which jobs wait.'),
  workers: gauge('celeste_workers', 'Workers seen lately, of all machines.'),
  jobs: gauge('celeste_jobs', 'Jobs in the queue of all machines.', ['name', 'status']),
  oldest: gauge('celeste_job_oldest_seconds', 'How long the job that is due for longest has waited.', [
    'name',
  ]),
};

/** Counts an answered request under its route; transfers of files apart, which take as long as the connection needs. */
export function observeRequest(request: Request, response: Response, durationMs: number): void {
  const route = (response.locals.route as string | undefined) ?? 'other';
  const status = response.statusCode;
  const seconds = durationMs / 1000;
  if (isUpload(request)) count('http_upload_duration_seconds', { route, status }, seconds);
  else if (isDownload(response)) count('http_download_duration_seconds', { route, status }, seconds);
  else count('http_request_duration_seconds', { method: request.method, route, status }, seconds);
}

const isUpload = ({ headers }: Request) =>
  /^(multipart\/form-data|application\/offset\+octet-stream)/.test(headers['content-type'] ?? '');

const isDownload = (response: Response) =>
  response.statusCode === 206 ||
  /^attachment/.test(String(response.getHeader('Content-Disposition') ?? '')) ||
  /^(audio|video)\//.test(String(response.getHeader('Content-Type') ?? ''));

/** Prometheus metrics: needs METRICS_TOKEN, or in local mode without a token a direct request. */
export const metricsHandler: RequestHandler = async (request, response) => {
  response.locals.route = '/metrics';
  const isOpen = settings.isLocal && !settings.metricsToken && isDirect(request);
  if (!isOpen && !hasToken(request.headers.authorization)) return void response.status(404).end();
  await readGauges();
  response.type(register.contentType).send(await register.metrics());
};

async function readGauges(): Promise<void> {
  const [{ freeMegabytes, liveWorkers }, queue] = await Promise.all([checkReadiness(), queueInTime()]);
  gauges.isDatabaseUp.set(queue ? 1 : 0);
  for (const [state, number] of Object.entries(poolState())) gauges.connections.set({ state }, number);
  gauges.neededBytes.set(settings.minFreeBytes);
  if (freeMegabytes !== null) gauges.freeBytes.set(freeMegabytes * 1024 ** 2);
  if (liveWorkers !== null) gauges.workers.set(liveWorkers);
  if (queue) setQueue(queue);
}

/** Null when the database fails or hangs. */
function queueInTime(): Promise<QueueFigures[] | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), QUEUE_TIMEOUT_MS);
    readQueue()
      .then(resolve, () => resolve(null))
      .finally(() => clearTimeout(timer));
  });
}

function setQueue(queue: QueueFigures[]): void {
  gauges.jobs.reset();
  gauges.oldest.reset();
  for (const { name, oldestMs, ...numbers } of queue) {
    for (const [status, number] of Object.entries(numbers)) gauges.jobs.set({ name, status }, number);
    gauges.oldest.set({ name }, oldestMs / 1000);
  }
}

/** Compares in constant time, whatever the lengths. */
function hasToken(authorization = ''): boolean {
  if (!settings.metricsToken) return false;
  const [given, expected] = [authorization, `Bearer ${settings.metricsToken}`].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return timingSafeEqual(given!, expected!);
}
