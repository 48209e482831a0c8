import '@/tests/support/data-folder';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { boundedResponse } from '@/app/config/bounded-response.server';
import { readClaims } from '@/app/http/oauth/identity-claims.server';
import { stripePayments } from '@/app/integrations/payments/stripe.server';
import { EngineFault } from '@/app/integrations/speech/port';
import { requestService } from '@/app/integrations/speech/service-request.server';
import { chatSummarizer } from '@/app/integrations/summary/chat.server';
import { createYoutube } from '@/app/integrations/video-site/youtube.server';
import { utterancesOf } from '@/tests/factories/utterances';
import { collectGarbage } from '@/tests/support/collect-garbage';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends endlessly as fast as it is read; counts the bytes sent. */
async function endless() {
  const sent = { bytes: 0 };
  const filler = Buffer.alloc(64 * 1024, ' ');
  const address = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write(filler)) sent.bytes += filler.length;
    };
    response.on('drain', more);
    more();
  });
  return { address, sent };
}

/** Sends a byte now and then, endlessly. */
const dripping = () =>
  serve((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  });

const never = () => new AbortController().signal;

describe('a response of an external server', () => {
  const ask = (address: string) => (signal: AbortSignal) => fetch(address, { signal });

  it('is returned unchanged within its limits', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(201, { 'X-Kept': 'yes' }).end('{"a":1}');
    });
    const answer = await boundedResponse({ maxBytes: 7, timeoutMs: 5_000 }, ask(address));
    expect([answer.status, answer.headers.get('X-Kept'), await answer.json()]).toEqual([
      201,
      'yes',
      { a: 1 },
    ]);
  });

  it('may have no body', async () => {
    const address = await serve((_request, response) => void response.writeHead(204).end());
    const answer = await boundedResponse({ maxBytes: 7, timeoutMs: 5_000 }, ask(address));
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  it('is aborted when it is endless', async () => {
    const { address, sent } = await endless();
    const answer = boundedResponse({ maxBytes: 1_000_000, timeoutMs: 30_000 }, ask(address));
    await expect(answer).rejects.toThrow('more than 1000000 bytes');
    expect(sent.bytes).toBeLessThan(30_000_000);
  });

  it('is aborted when it decompresses to too many bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    });
    expect(bomb.length).toBeLessThan(100_000);
    const answer = boundedResponse({ maxBytes: 1_000_000, timeoutMs: 30_000 }, ask(address));
    await expect(answer).rejects.toThrow('more than 1000000 bytes');
  });

  it('times out when it arrives too slowly, also after a garbage collection', async () => {
    const answer = boundedResponse({ maxBytes: 1_000_000, timeoutMs: 300 }, ask(await dripping()));
    const late = expect(answer).rejects.toMatchObject({ name: 'TimeoutError' });
    await collectGarbage();
    await late;
  });

  it('is aborted with the signal', async () => {
    const stop = new AbortController();
    const bounds = { maxBytes: 1_000_000, timeoutMs: 30_000, signal: stop.signal };
    const fetchDripping = ask(await dripping());
    const answer = boundedResponse(bounds, async (signal) => {
      const response = await fetchDripping(signal);
      setImmediate(() => stop.abort(new Error('stopped')));
      return response;
    });
    await expect(answer).rejects.toThrow('stopped');
  });
});

describe('an endless response', () => {
  const services = {
    'that makes summaries': (url: string) =>
      chatSummarizer({ url, key: 'chave', model: 'modelo' }).summarize({
        utterances: utterancesOf(['olá a todos']),
        language: 'pt',
        signal: never(),
      }),
    'that listens': (url: string) =>
      requestService(
        { service: 'it', operation: 'transcribe', signal: never(), timeoutMs: 30_000, maxBytes: 1_000_000 },
        (signal) => fetch(url, { signal }),
      ),
    'that says who somebody is': (url: string) => readClaims(url, 'token'),
    'that takes payments': (apiBase: string) =>
      stripePayments({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase }).readPurchase('cs_1'),
    'that has videos': (baseUrl: string) =>
      createYoutube({ baseUrl, findProgram: () => undefined, searchPath: '' }).readTitle('aaaaaaaaaaa'),
  };

  it.each(Object.entries(services))('to %s is aborted', async (_what, ask) => {
    const { address, sent } = await endless();
    const before = process.memoryUsage().arrayBuffers;
    await expect(ask(address)).rejects.toThrow();
    expect(sent.bytes).toBeLessThan(200_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(120_000_000);
  });

  it("to a recognizer is the server's error, not the recording's", async () => {
    const { address } = await endless();
    await expect(services['that listens'](address)).rejects.toBeInstanceOf(EngineFault);
  });
});

describe('a slow response', () => {
  it('of a summary model times out, also after a garbage collection', async () => {
    const chat = chatSummarizer({ url: await dripping(), key: 'chave', model: 'modelo' }, 300);
    const request = { utterances: utterancesOf(['olá a todos']), language: 'pt', signal: never() };
    const late = expect(chat.summarize(request)).rejects.toMatchObject({ name: 'TimeoutError' });
    await collectGarbage();
    await late;
  });
});
