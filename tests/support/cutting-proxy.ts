import net from 'node:net';

/** Where a connection breaks: after this many bytes in one direction; null for never. */
export type Cut = { side: 'to server' | 'to client'; afterBytes: number } | null;

/** A TCP proxy on loopback that breaks and delays connections on demand. */
export interface CuttingProxy {
  /** URL of the server through the proxy. */
  address: string;
  /** Latency of each direction from now on, in ms. */
  delayMs: number;
  /** Whether new connections are reset. */
  isRefusing: boolean;
  /** Holds back everything for so long, as a network that loses all packets. */
  stall(ms: number): void;
  /** Breaks all connections. @returns how many */
  breakAll(): number;
  /** Connections broken so far. */
  cuts(): number;
  /** Bytes that reached the server so far. */
  bytesUp(): number;
  close(): Promise<void>;
}

/**
 * @param server URL of any scheme, with a port
 * @param nextCut called for each new connection
 */
export async function openCuttingProxy(
  server: string,
  nextCut: () => Cut = () => null,
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(server);
  const clients = new Set<net.Socket>();
  const sockets = new Set<net.Socket>();
  let cuts = 0;
  let bytesUp = 0;
  let heldUntil = 0;

  const line = net.createServer((client) => {
    if (proxy.isRefusing) return void client.resetAndDestroy();
    const cut = nextCut();
    const upstream = net.connect(Number(port), hostname);
    const passed = { 'to server': 0, 'to client': 0 };
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    const pass = (side: 'to server' | 'to client', from: net.Socket, to: net.Socket) => {
      const line = new DelayLine(() => Math.max(heldUntil, performance.now() + proxy.delayMs));
      from.on('data', (chunk: Buffer) => {
        const room = cut?.side === side ? cut.afterBytes - passed[side] : chunk.length;
        const part = chunk.subarray(0, Math.max(0, room));
        passed[side] += part.length;
        if (side === 'to server') bytesUp += part.length;
        if (part.length === chunk.length) return line.deliver(() => writeTo(to, part, from));
        cuts += 1;
        line.deliver(() => to.end(part, end));
        from.destroy();
      });
      from.on('end', () => line.deliver(() => to.end()));
      from.on('error', end);
      from.on('close', () => sockets.delete(from));
      sockets.add(from);
    };
    clients.add(client);
    client.on('close', () => clients.delete(client));
    pass('to server', client, upstream);
    pass('to client', upstream, client);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const proxy: CuttingProxy = {
    address: `http://127.0.0.1:${(line.address() as net.AddressInfo).port}`,
    delayMs: 0,
    isRefusing: false,
    stall: (ms) => {
      heldUntil = performance.now() + ms;
    },
    breakAll: () => {
      const broken = clients.size;
      for (const socket of sockets) socket.resetAndDestroy();
      cuts += broken;
      return broken;
    },
    cuts: () => cuts,
    bytesUp: () => bytesUp,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => line.close(resolve));
    },
  };
  return proxy;
}

/** Delivers in order, each not before its time. */
class DelayLine {
  readonly #dueAt: () => number;
  readonly #waiting: { dueAt: number; deliver: () => void }[] = [];

  /** @param dueAt when what arrives now is delivered, by performance.now() */
  constructor(dueAt: () => number) {
    this.#dueAt = dueAt;
  }

  deliver(deliver: () => void): void {
    const dueAt = this.#dueAt();
    if (this.#waiting.length === 0 && dueAt <= performance.now()) {
      deliver();
      return;
    }
    this.#waiting.push({ dueAt, deliver });
    if (this.#waiting.length === 1) this.#wait();
  }

  #wait(): void {
    const next = this.#waiting[0];
    if (next) setTimeout(() => this.#release(), Math.max(0, next.dueAt - performance.now()));
  }

  #release(): void {
    while (this.#waiting[0] && this.#waiting[0].dueAt <= performance.now() + 1)
      this.#waiting.shift()!.deliver();
    this.#wait();
  }
}

/** Writes with back-pressure on the source. */
function writeTo(to: net.Socket, bytes: Buffer, from: net.Socket): void {
  if (to.write(bytes) || from.isPaused()) return;
  from.pause();
  to.once('drain', () => from.resume());
}
