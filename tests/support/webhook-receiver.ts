import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Random } from '../soak/random';

/** How a receiver answers: 'moody' fails half of the time, 'endless' begins an answer that does not end. */
export const MANNERS = ['sound', 'moody', 'endless', 'slow', 'redirecting', 'gone'] as const;

export type Manner = (typeof MANNERS)[number];

const LONGEST_ANSWER_MS = 150;

/** A server that receives messages of webhooks, checks their signatures, and answers in the manner of each path. */
export class WebhookReceiver {
  readonly #server: http.Server;
  readonly #random: Random;
  readonly #secrets = new Map<Manner, Webhook>();
  readonly #received = new Map<string, Set<string>>();
  readonly #counts = new Map<Manner, number>();
  #isHealed = false;
  /** What is wrong with messages. */
  readonly faults: string[] = [];
  /** Requests that a redirect led here. */
  strays = 0;

  private constructor(random: Random) {
    this.#random = random;
    this.#server = http.createServer((request, response) => void this.#receive(request, response));
  }

  /** On loopback. */
  static async start(random: Random): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(random);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  urlOf(path: Manner | 'inside'): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${path}`;
  }

  expectSecret(manner: Manner, secret: string): void {
    this.#secrets.set(manner, new Webhook(secret));
  }

  /** From now on no moods. */
  heal(): void {
    this.#isHealed = true;
  }

  /** Ids of the messages about an event, whose data have this id, that were answered. */
  idsOf(manner: Manner, event: string): Set<string> {
    return this.#received.get(`${manner}:${event}`) ?? new Set();
  }

  /** Messages that came, repeated ones too. */
  count(manner: Manner): number {
    return this.#counts.get(manner) ?? 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #receive(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = request.url!.slice(1);
    if (path === 'inside') {
      this.strays += 1;
      response.end();
      return;
    }
    const manner = path as Manner;
    const body = await bodyOf(request);
    if (body === null) return;
    this.#counts.set(manner, this.count(manner) + 1);
    const event = this.#verify(manner, request.headers as Record<string, string>, body);
    await sleep(this.#random.below(LONGEST_ANSWER_MS));
    if (manner === 'slow') return;
    if (manner === 'moody' && !this.#isHealed && this.#random.next() < 0.5) return void this.#fail(response);
    if (event) this.#note(manner, event, String(request.headers['webhook-id']));
    this.#answer(manner, response);
  }

  #verify(manner: Manner, headers: Record<string, string>, body: string): string | null {
    try {
      const message = this.#secrets.get(manner)!.verify(body, headers) as { data: { id: string } };
      return message.data.id;
    } catch (error) {
      this.faults.push(`${manner}: ${String(error)}`);
      return null;
    }
  }

  #note(manner: Manner, event: string, id: string): void {
    const key = `${manner}:${event}`;
    this.#received.set(key, (this.#received.get(key) ?? new Set()).add(id));
  }

  #fail(response: http.ServerResponse): void {
    if (this.#random.next() < 0.5) response.destroy();
    else response.writeHead(503).end();
  }

  #answer(manner: Manner, response: http.ServerResponse): void {
    if (manner === 'gone') response.writeHead(410).end();
    else if (manner === 'redirecting') response.writeHead(302, { location: this.urlOf('inside') }).end();
    else if (manner === 'endless') writeForever(response);
    else response.writeHead(204).end();
  }
}

/** Null when the sender died. */
async function bodyOf(request: http.IncomingMessage): Promise<string | null> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return null;
  }
}

function writeForever(response: http.ServerResponse): void {
  const timer = setInterval(() => response.write('x'.repeat(10_000)), 5);
  response.once('close', () => clearInterval(timer));
  response.on('error', () => undefined);
}
