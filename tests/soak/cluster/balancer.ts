import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Outages } from '../hostile/outages';
import type { Random } from '../random';

/** Where requests go. */
export interface Backend {
  name: string;
  port: number;
  /** Whether the balancer sends new requests there: a paused machine still looks alive. */
  isListed: boolean;
}

/** As a proxy's timeout for an answer. */
const ANSWER_MS = 30_000;
/** After a fault machines still notice it: leases, connections and back-offs end. */
const AFTERMATH_MS = 30_000;

/** A load balancer on loopback: each request goes to any of the web servers. Counts their answers. */
export class Balancer {
  readonly backends: Backend[] = [];
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  /** Answers that tell of a failure of the server while nothing was broken. */
  readonly failures: string[] = [];
  /** The same while something was broken. */
  readonly excusedFailures: string[] = [];
  /** 503 while something was broken, and while nothing was. */
  readonly unavailable = { 'during faults': 0, 'while nothing was broken': 0 };
  /** Requests that broke off without an answer. */
  unanswered = 0;
  readonly #random: Random;
  readonly #outages: Outages;
  readonly #server = http.createServer((request, response) => this.#pass(request, response));

  private constructor(random: Random, outages: Outages) {
    this.#random = random;
    this.#outages = outages;
  }

  /** @param outages the faults that excuse a failure */
  static async start(random: Random, outages: Outages): Promise<Balancer> {
    const balancer = new Balancer(random, outages);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(request: http.IncomingMessage, response: http.ServerResponse): void {
    const listed = this.backends.filter(({ isListed }) => isListed);
    const startedAt = Date.now();
    const breakOff = () => {
      if (!response.destroyed && !response.writableEnded) this.unanswered += 1;
      response.destroy();
    };
    if (listed.length === 0) {
      breakOff();
      return;
    }
    const backend = this.#random.pick(listed);
    const { method, url: path, headers } = request;
    const passed = http.request({
      host: '127.0.0.1',
      port: backend.port,
      method,
      path,
      headers,
      agent: false,
    });
    passed.setTimeout(ANSWER_MS, () => passed.destroy(new Error('no answer')));
    passed.on('error', breakOff);
    passed.on('response', (answer) => {
      this.#note(answer.statusCode!, `${method} ${path} at ${backend.name}`, startedAt);
      const { connection: _own, ...sent } = answer.headers;
      response.writeHead(answer.statusCode!, sent);
      answer.on('error', breakOff);
      answer.on('aborted', breakOff);
      answer.pipe(response);
    });
    request.on('error', () => passed.destroy());
    response.on('close', () => !response.writableFinished && passed.destroy());
    request.pipe(passed);
  }

  #note(status: number, about: string, startedAt: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status < 500) return;
    const fault = this.#outages.overlapping(startedAt - AFTERMATH_MS);
    if (status === 503) this.unavailable[fault ? 'during faults' : 'while nothing was broken'] += 1;
    else if (fault) this.excusedFailures.push(`${new Date().toISOString()} ${status} ${about} (${fault})`);
    else this.failures.push(`${new Date().toISOString()} ${status} ${about}`);
  }
}
