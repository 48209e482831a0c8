import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { signUp } from '@/tests/support/test-user';
import { waitForStatus } from '@/tests/support/transcriptions';
import { SLOW } from '@/tests/support/until';
import { signUpAdmin } from '../admin/administrator';
import { logOf } from './data-dir';
import { textOf } from './page';

const TOKEN = 'a token for the monitor';

let celeste: RunningCeleste;
let workerAddress: string;

beforeAll(async () => {
  const port = await freePort();
  workerAddress = `http://127.0.0.1:${port}`;
  celeste = await startCeleste({ env: { WORKER_PORT: String(port), METRICS_TOKEN: TOKEN } });
});

afterAll(() => celeste.stop());

const read = (file: string) => readFile(path.join(projectDir, file), 'utf8');

async function metricsOf(address: string): Promise<string> {
  const answer = await fetch(`${address}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  return answer.ok ? answer.text() : `status ${answer.status}`;
}

const ask = async (address: string) => {
  const answer = await fetch(address).catch(() => null);
  return answer && { status: answer.status, body: await answer.text() };
};

describe('a worker with WORKER_PORT', () => {
  it('answers health checks, and metrics to whoever has the token', async () => {
    await expect.poll(() => ask(`${workerAddress}/healthz`), SLOW).toEqual({ status: 200, body: 'ok\n' });
    await expect
      .poll(() => ask(`${workerAddress}/readyz`), SLOW)
      .toMatchObject({
        status: 200,
        body: expect.stringMatching(/^ready\ndisk: \d+ MB free\nworkers: 1\n$/),
      });
    expect(await ask(`${workerAddress}/metrics`)).toMatchObject({ status: 404 });
    expect(await ask(`${workerAddress}/login`)).toMatchObject({ status: 404 });
    expect(await metricsOf(workerAddress)).toContain('celeste_workers 1');
  });
});

it('a transcription is counted and logged by both processes', async () => {
  const person = await signUp(celeste);
  await person.post('/transcriptions', { intent: 'sample' });
  const list = await waitForStatus(person, 'succeeded');
  const page = /href="(\/transcriptions\/[\w-]{22})"/.exec(list)![1]!;
  await person.get(page);
  await person.get(`${page}/audio`);

  const worker = await metricsOf(workerAddress);
  expect(worker).toMatch(/^celeste_job_duration_seconds_count\{name="transcribe",outcome="done"\} 1$/m);
  for (const stage of ['decoding', 'recognizing', 'diarizing']) {
    expect(worker).toMatch(
      new RegExp(`^celeste_speech_audio_seconds_total\\{stage="${stage}"\\} [1-9]`, 'm'),
    );
  }
  const web = await metricsOf(celeste.address);
  // By the pattern of the route: an address would be a metric of its own, and may be secret.
  expect(web).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/transcriptions\/:publicId",status="200"\} 1$/m,
  );
  expect(web).toMatch(/^http_download_duration_seconds_count\{route="\/transcriptions\/:publicId\/audio"/m);
  expect(web).toMatch(/^celeste_mails_total\{outcome="done"\} [1-9]/m);
  expect(web).not.toContain(page);

  const lines = (await logOf(celeste))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const jobLines = lines.filter(({ msg }) => msg === 'job done');
  expect(jobLines.every(({ job, jobId }) => job && jobId)).toBe(true);
  const requestLines = lines.filter(({ msg }) => msg === 'request');
  expect(requestLines.every(({ requestId }) => requestId)).toBe(true);
}, 120_000);

it('an administrator sees the same without a monitor', async () => {
  const admin = await signUpAdmin(celeste);
  const { status, body } = await admin.get('/admin/system');
  expect(status).toBe(200);
  const text = textOf(body);
  expect(text).toContain('Tudo funciona.');
  expect(text).toMatch(/Workers em atividade\s*1/);
  expect(text).toContain('SQLite');
});

/** Names of metrics in an expression, without the suffixes of histograms. */
const namesIn = (text: string) =>
  (text.match(/\b(celeste|http|nodejs|process)_\w+/g) ?? []).map((name) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  );

describe('what is shipped for monitors', () => {
  const FILES = ['deploy/grafana/celeste.json', 'deploy/prometheus/alerts.yml'];

  it.each(FILES)('names only metrics that a running Celeste exports: %s', async (file) => {
    const exported = (await metricsOf(celeste.address)) + (await metricsOf(workerAddress));
    const known = new Set([...exported.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const named = new Set(namesIn(await read(file)));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });

  it('has a runbook for each alert, and no other', async () => {
    const alerts = [...(await read('deploy/prometheus/alerts.yml')).matchAll(/- alert: (\w+)/g)];
    const sections = [...(await read('docs/operating.md')).matchAll(/^### (Celeste\w+)$/gm)];
    const names = (found: RegExpMatchArray[]) => found.map(([, name]) => name).sort();
    expect(names(sections)).toEqual(names(alerts));
  });
});
