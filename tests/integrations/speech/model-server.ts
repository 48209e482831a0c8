import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults of the server for one file. */
interface Behaviour {
  ignoresRanges?: boolean;
  status?: number;
  /** Number of responses that break off after `cutAt` bytes. */
  cuts?: number;
  cutAt?: number;
  /** Sends `holdAt` bytes, then stalls with the connection open. */
  holdAt?: number;
}

/** For the bytes before a cut to arrive; the client drops them when the connection is reset sooner. */
const CUT_AFTER_MS = 50;

/** Serves files over HTTP as a release page does, with faults on request. */
export class ModelServer {
  /** Requests in order: path, and Range header if any. */
  readonly requests: { path: string; range: string | undefined }[] = [];
  readonly #files: Map<string, Buffer>;
  readonly #behaviours = new Map<string, Behaviour>();
  readonly #server: Server;

  private constructor(files: Record<string, Buffer>) {
    this.#files = new Map(Object.entries(files));
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(files: Record<string, Buffer>): Promise<ModelServer> {
    const server = new ModelServer(files);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/releases`;
  }

  behave(path: string, behaviour: Behaviour): void {
    this.#behaviours.set(path, behaviour);
  }

  requestsFor(path: string): (string | undefined)[] {
    return this.requests.filter((request) => request.path === path).map((request) => request.range);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url!.replace(/^\/releases\//, '');
    const range = request.headers.range;
    this.requests.push({ path, range });
    const file = this.#files.get(path);
    const behaviour = this.#behaviours.get(path) ?? {};
    if (!file || behaviour.status) {
      response.writeHead(behaviour.status ?? 404).end();
      return;
    }
    const from = range && !behaviour.ignoresRanges ? Number(/^bytes=(\d+)-$/.exec(range)![1]) : 0;
    if (from >= file.length) {
      response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
      return;
    }
    const isPart = range !== undefined && !behaviour.ignoresRanges;
    response.writeHead(isPart ? 206 : 200, {
      'content-length': file.length - from,
      ...(isPart ? { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` } : {}),
    });
    const rest = file.subarray(from);
    if (behaviour.cuts) {
      behaviour.cuts -= 1;
      response.write(rest.subarray(0, behaviour.cutAt ?? 0), () =>
        setTimeout(() => response.destroy(), CUT_AFTER_MS),
      );
    } else if (behaviour.holdAt !== undefined) {
      response.write(rest.subarray(0, behaviour.holdAt));
    } else {
      response.end(rest);
    }
  }
}
