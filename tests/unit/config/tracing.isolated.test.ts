import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import * as conventions from '@opentelemetry/semantic-conventions';
import { beforeEach, describe, expect, it } from 'vitest';
import { tracedFetch } from '@/app/config/traced-fetch.server';
import {
  beginTrace,
  currentSpan,
  currentTraceId,
  currentTraceparent,
  runUnder,
  withSpan,
  withTrace,
} from '@/app/config/tracing.server';
import type { ForwardedSpan } from '@/app/config/tracing-sdk.server';
import { smtpServer } from '@/app/integrations/mail/smtp.server';
import { statementSpan } from '@/models/statement-span.server';
import { collectSpans } from '@/tests/support/collect-spans';
import { freePort } from '@/tests/support/free-port';

const INTERNAL = { kind: 'internal' } as const;

describe('without tracing', () => {
  it('work only runs', async () => {
    const seen = await withTrace('a', INTERNAL, () =>
      withSpan('b', INTERNAL, async (span) => [span, currentSpan(), currentTraceparent()]),
    );
    expect(seen).toEqual([undefined, undefined, undefined]);
    expect(beginTrace('a', INTERNAL)).toBeUndefined();
  });
});

describe('with tracing', () => {
  let spans: ForwardedSpan[];

  beforeEach(() => {
    spans = collectSpans();
  });

  const named = (name: string) => spans.find((span) => span.name === name)!;

  it('spans nest, also asynchronously, and outside of a trace there is none', async () => {
    await withSpan('alone', INTERNAL, async () => undefined);
    await withTrace('root', { kind: 'consumer', attributes: { a: 1 } }, async () => {
      await Promise.all([
        withSpan('one', INTERNAL, async () => withSpan('inner', { kind: 'client' }, async () => undefined)),
        withSpan('two', INTERNAL, async (span) => void span?.setAttribute('b', true)),
      ]);
    });
    expect(spans.map(({ name }) => name).sort()).toEqual(['inner', 'one', 'root', 'two']);
    const root = named('root');
    expect(root).toMatchObject({ kind: SpanKind.CONSUMER, attributes: { a: 1 } });
    expect(root.parentSpanContext).toBeUndefined();
    expect(named('one').parentSpanContext?.spanId).toBe(root.context.spanId);
    expect(named('inner').parentSpanContext?.spanId).toBe(named('one').context.spanId);
    expect(named('two')).toMatchObject({ attributes: { b: true } });
    expect(new Set(spans.map(({ context }) => context.traceId)).size).toBe(1);
  });

  it('an error ends the span, which names its kind and not its message', async () => {
    const fail = (error: Error) => withSpan('failing', INTERNAL, () => Promise.reject(error));
    const refused = Object.assign(new Error('connect ana@example.com'), { code: 'ECONNREFUSED' });
    await expect(withTrace('root', INTERNAL, () => fail(refused))).rejects.toBe(refused);
    await expect(withTrace('root', INTERNAL, () => fail(new TypeError('ana')))).rejects.toThrow('ana');
    const types = spans.map(({ attributes }) => attributes['error.type']);
    expect(types).toEqual(['ECONNREFUSED', 'ECONNREFUSED', 'TypeError', 'TypeError']);
    expect(spans.every(({ status }) => status.code === SpanStatusCode.ERROR)).toBe(true);
    expect(JSON.stringify(spans)).not.toContain('ana');
  });

  it('what outlives a span belongs to no trace', async () => {
    let later: Promise<unknown> = Promise.resolve();
    await withTrace('root', INTERNAL, async () => {
      later = new Promise((resolve) => setImmediate(resolve)).then(() =>
        withSpan('late', INTERNAL, async () => currentTraceId()),
      );
    });
    expect(await later).toBeUndefined();
    expect(spans.map(({ name }) => name)).toEqual(['root']);
  });

  it('a trace of another process is continued', async () => {
    let traceparent: string | undefined;
    await withTrace('there', INTERNAL, async () => {
      traceparent = currentTraceparent();
    });
    const here = beginTrace('here', { kind: 'server', startedAt: Date.now() - 5_000 }, traceparent);
    runUnder(here, () => expect(currentTraceId()).toBe(named('there').context.traceId));
    here?.end();
    expect(named('here').parentSpanContext?.spanId).toBe(named('there').context.spanId);
    expect(named('here').duration[0]).toBeGreaterThanOrEqual(4);
    expect(beginTrace('unsampled', INTERNAL, traceparent?.replace(/1$/, '0'))).toBeUndefined();
  });

  it('a trace has a thousand spans at most, and says that it is cut', async () => {
    await withTrace('root', INTERNAL, async () => {
      for (let count = 0; count < 1_500; count += 1) await withSpan('one', INTERNAL, async () => undefined);
    });
    expect(spans).toHaveLength(1_000);
    expect(named('root').attributes).toEqual({ 'celeste.trace.is_cut': true });
  });

  it('a call of another server tells its host, and sends no trace there', async () => {
    let headers: IncomingHttpHeaders = {};
    const server = createServer((request, response) => {
      ({ headers } = request);
      response.writeHead(429).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/contas/ana?chave=segredo`;
    await withTrace('root', INTERNAL, () => tracedFetch(address, { method: 'POST', body: 'segredo' }));
    server.close();
    server.closeAllConnections();
    expect(named('POST')).toMatchObject({
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.ERROR },
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 429,
        'server.address': '127.0.0.1',
        'server.port': port,
        'error.type': '429',
      },
    });
    expect(JSON.stringify(spans)).not.toMatch(/contas|segredo/);
    expect(headers.traceparent).toBeUndefined();
  });

  it('a mail server that cannot be reached is told without the addresses', async () => {
    const port = await freePort();
    const server = smtpServer(`smtp://conta:senha@127.0.0.1:${port}`, 'celeste@example.com');
    const message = { to: 'ana@example.com', subject: 'Olá', text: 'Olá', html: 'Olá', headers: {} };
    await expect(withTrace('root', INTERNAL, () => server.send(message))).rejects.toThrow();
    expect(named('SMTP').attributes).toMatchObject({ 'server.port': port, 'error.type': 'ESOCKET' });
    expect(JSON.stringify(spans)).not.toMatch(/ana@|senha|Ol/);
  });

  it('attributes are those of the semantic conventions, or our own', async () => {
    const known = new Set<unknown>(Object.values(conventions));
    await withTrace('root', INTERNAL, async () => {
      const { name, start } = statementSpan('SELECT a FROM b', 'mysql');
      await withSpan(name, start, async () => undefined);
      await tracedFetch(`http://127.0.0.1:${await freePort()}`).catch(() => undefined);
    });
    const used = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect(used.size).toBeGreaterThan(6);
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  });
});
