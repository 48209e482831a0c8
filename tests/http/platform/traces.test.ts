import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { type CollectedSpan, type OtlpCollector, startOtlpCollector } from '@/tests/support/otlp-collector';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { waitForStatus } from '@/tests/support/transcriptions';
import { SLOW } from '@/tests/support/until';
import { logOf } from './data-dir';

const SECRET_HEADER = 'a key of the collector';
const RECORD_MODULES = path.resolve(import.meta.dirname, '../../support/record-modules.cjs');
/** The SDK reads this setting itself. */
const AT_ONCE = { OTEL_BSP_SCHEDULE_DELAY: '100' };

const traceparentOf = (traceId: string, flags = '01') =>
  `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}`;

const newTraceId = () => randomBytes(16).toString('hex');

const linesOf = async (celeste: RunningCeleste) =>
  (await logOf(celeste))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('with a collector', () => {
  let collector: OtlpCollector;
  let celeste: RunningCeleste;
  let person: TestUser & { email: string };

  beforeAll(async () => {
    collector = await startOtlpCollector();
    celeste = await startCeleste({
      env: {
        ...AT_ONCE,
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: `x-key=${encodeURIComponent(SECRET_HEADER)}`,
      },
    });
    person = await signUp(celeste);
  });

  afterAll(async () => {
    await celeste.stop();
    await collector.stop();
  });

  const ofTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

  /** Waits for a span, and for all others of its trace, which end before it. */
  async function traceWith(
    isRoot: (span: CollectedSpan) => boolean,
  ): Promise<[CollectedSpan, CollectedSpan[]]> {
    await expect.poll(() => collector.spans.some(isRoot), SLOW).toBe(true);
    const root = collector.spans.find(isRoot)!;
    return [root, ofTrace(root.traceId).filter((span) => span !== root)];
  }

  it('a page is one trace with its statements, which continues the trace of the caller', async () => {
    const traceId = newTraceId();
    const traceparent = traceparentOf(traceId);
    const { status, headers } = await person.request('/transcriptions?q=segredo', {
      headers: { traceparent },
    });
    expect(status).toBe(200);
    const [root, inside] = await traceWith((span) => span.traceId === traceId && span.kind === 'server');
    expect(root).toMatchObject({
      service: 'celeste-web',
      name: 'GET /transcriptions',
      parentSpanId: traceparent.split('-')[2],
      hasFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/transcriptions',
        'http.response.status_code': 200,
        'url.path': '/transcriptions',
        'url.scheme': 'http',
      },
    });
    const statements = inside.filter(({ attributes }) => attributes['db.system.name'] === 'sqlite');
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.map(({ name }) => name)).toContain('SELECT transcriptions');
    expect(statements.every(({ kind, durationMs }) => kind === 'client' && durationMs >= 0)).toBe(true);
    expect(new Set(inside.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root.spanId]));
    const line = (await linesOf(celeste)).find(
      ({ msg, requestId }) => msg === 'request' && requestId === headers.get('X-Request-Id'),
    );
    expect(line).toMatchObject({ traceId });
  });

  it('a caller whose trace is not sampled leaves none, and a malformed header is not taken', async () => {
    const [unsampled, malformed] = [newTraceId(), newTraceId()];
    await person.request('/dashboard', { headers: { traceparent: traceparentOf(unsampled, '00') } });
    const before = collector.spans.length;
    await person.request('/dashboard', { headers: { traceparent: `00-${malformed}-x` } });
    await expect.poll(() => collector.spans.length, SLOW).toBeGreaterThan(before);
    expect([...ofTrace(unsampled), ...ofTrace(malformed)]).toEqual([]);
  });

  it('an attempt at a job is one trace of the worker, with its statements and the stages of speech', async () => {
    await person.post('/transcriptions', { intent: 'sample' });
    await waitForStatus(person, 'succeeded');
    const [root, inside] = await traceWith(({ name }) => name === 'job transcribe');
    expect(root).toMatchObject({
      service: 'celeste-worker',
      kind: 'consumer',
      parentSpanId: '',
      hasFailed: false,
      attributes: { 'celeste.job.attempt': 1, 'celeste.job.outcome': 'done' },
    });
    const names = inside.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['decoding', 'recognizing', 'diarizing', 'UPDATE transcriptions', 'COMMIT']),
    );
    const lines = (await linesOf(celeste)).filter(({ traceId }) => traceId === root.traceId);
    expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['job started', 'job done']));
  });

  it('a request that a child process answers is one trace, and its file is in it', async () => {
    const list = await waitForStatus(person, 'succeeded');
    const page = /href="(\/transcriptions\/[\w-]{22})"/.exec(list)![1]!;
    const traceId = newTraceId();
    const headers = { traceparent: traceparentOf(traceId) };
    const { status } = await person.request(`${page}/export.pdf`, { headers });
    expect(status).toBe(200);
    // The spans of the child process come by way of its parent, and so may come last.
    await expect
      .poll(() => ofTrace(traceId).map(({ name }) => name), SLOW)
      .toContain('answer in child process');
    const [root, inside] = await traceWith((span) => span.traceId === traceId && span.kind === 'server');
    const offload = inside.find(({ name }) => name === 'offload')!;
    const child = inside.find(({ name }) => name === 'answer in child process')!;
    expect([offload.parentSpanId, child.parentSpanId]).toEqual([root.spanId, offload.spanId]);
    expect(child.service).toBe('celeste-web');
    const own = inside.filter(({ parentSpanId }) => parentSpanId === child.spanId);
    expect(own.some(({ attributes }) => attributes['db.query.text'])).toBe(true);
    expect(root.attributes['url.path']).toBe('/transcriptions/…');
  });

  it('an idle worker and health checks leave no traces', async () => {
    await fetch(`${celeste.address}/healthz`);
    await person.get('/dashboard');
    const services = new Set(
      collector.spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name),
    );
    expect([...services].filter((name) => !/^(GET|POST|job) /.test(name))).toEqual([]);
    expect(collector.spans.some(({ name }) => name.includes('/healthz'))).toBe(false);
  });

  it('the collector gets its header, and nothing personal or secret', async () => {
    await person.request('/transcriptions?q=palavra-secreta', {
      headers: { 'User-Agent': 'navegador-de-ana' },
    });
    await person.post('/login', { email: 'bruno@example.com' });
    const { code } = await celeste.mailTo(person.email);
    await expect.poll(() => collector.spans.some(({ name }) => name === 'POST /login'), SLOW).toBe(true);
    expect(collector.headers['x-key']).toBe(SECRET_HEADER);
    const sent = collector.bodies.join('\n');
    const cookies = person
      .cookieHeader()
      .split('; ')
      .map((cookie) => cookie.split('=')[1]!);
    const list = await person.get('/transcriptions');
    const publicId = /href="\/transcriptions\/([\w-]{22})"/.exec(list.body)![1]!;
    const secrets = [
      ...[person.email, 'bruno@example.com', '@example.com', 'Ana Souza', code, publicId, ...cookies],
      ...['segredo', 'palavra-secreta', 'navegador-de-ana', 'user-agent', 'cookie', '?q=', SECRET_HEADER],
      ...[celeste.dataDir, "'"],
    ];
    expect(sent.length).toBeGreaterThan(10_000);
    expect(secrets.filter((secret) => secret && sent.includes(secret))).toEqual([]);
  });

  it('the last spans are sent when it stops', async () => {
    const other = await startCeleste({
      command: 'web',
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'outra' },
    });
    await fetch(`${other.address}/login`);
    await other.stop();
    expect(collector.spans.filter(({ service }) => service === 'outra').map(({ name }) => name)).toContain(
      'GET /login',
    );
  });
});

describe('a collector', () => {
  const complaints = async (celeste: RunningCeleste) =>
    (await linesOf(celeste)).filter(({ msg }) => msg === 'traces could not be sent');

  it.each<[string, () => Promise<{ url: string; stop(): Promise<void> }>, complaints: number]>([
    [
      'that is away',
      async () => ({ url: `http://127.0.0.1:${await freePort()}`, stop: async () => undefined }),
      1,
    ],
    ['that never answers', () => startOtlpCollector({ answer: () => undefined }), 0],
    [
      'that answers nonsense',
      () =>
        startOtlpCollector({
          answer: (response) => void response.writeHead(400).end('<p>ana@example.com</p>'),
        }),
      1,
    ],
  ])('%s harms nothing', async (_name, start, lines) => {
    const collector = await start();
    const env = { ...AT_ONCE, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const celeste = await startCeleste({ command: 'web', env });
    const person = await signUp(celeste);
    for (let count = 0; count < 20; count += 1) {
      expect((await person.get('/transcriptions')).status).toBe(200);
    }
    if (lines > 0) await expect.poll(() => complaints(celeste), SLOW).toHaveLength(lines);
    const told = await complaints(celeste);
    expect(told).toHaveLength(lines);
    expect(JSON.stringify(told)).not.toContain('example.com');
    const startedAt = performance.now();
    await celeste.stop();
    // The open requests are drained first.
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    await collector.stop();
  });
});

describe('the SDK', () => {
  /** Modules of OpenTelemetry that a web process loads until it has answered. */
  async function modulesWith(env: Record<string, string>): Promise<string[]> {
    const file = path.join(inject('runFolder'), `modules-${randomUUID()}`);
    await writeFile(file, '');
    const preload = { NODE_OPTIONS: `--require ${RECORD_MODULES}`, MODULES_FILE: file };
    const celeste = await startCeleste({ command: 'web', env: { ...preload, ...env } });
    await fetch(`${celeste.address}/login`);
    await celeste.stop();
    // What counts metrics loads the API, which is no part of the SDK.
    const lines = (await readFile(file, 'utf8')).split('\n');
    return lines.filter((line) => line !== '' && !line.includes('/@opentelemetry/api/'));
  }

  it('is loaded with a collector, and not without', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await modulesWith({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).not.toEqual([]);
    expect(await modulesWith({})).toEqual([]);
  });
});
