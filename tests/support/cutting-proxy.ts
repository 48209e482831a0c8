import net from 'node:net';

/** Where a connection breaks: after this many bytes in one direction; null for never. */
export type Cut = { side: 'to server' | 'to client'; afterBytes: number } | null;

/** A TCP proxy on loopback that breaks connections on demand. */
export interface CuttingProxy {
  /** URL of the server through the proxy. */
  address: string;
  /** Connections broken so far. */
  cuts(): number;
  /** Bytes that reached the server so far. */
  bytesUp(): number;
  close(): Promise<void>;
}

/** @param nextCut called for each new connection */
export async function openCuttingProxy(server: string, nextCut: () => Cut): Promise<CuttingProxy> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<net.Socket>();
  let cuts = 0;
  let bytesUp = 0;

  const line = net.createServer((client) => {
    const cut = nextCut();
    const upstream = net.connect(Number(port), hostname);
    const passed = { 'to server': 0, 'to client': 0 };
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    const pass = (side: 'to server' | 'to client', from: net.Socket, to: net.Socket) => {
      from.on('data', (chunk: Buffer) => {
        const room = cut?.side === side ? cut.afterBytes - passed[side] : chunk.length;
        const part = chunk.subarray(0, Math.max(0, room));
        passed[side] += part.length;
        if (side === 'to server') bytesUp += part.length;
        if (part.length === chunk.length) return writeTo(to, part, from);
        cuts += 1;
        to.end(part, end);
        from.destroy();
      });
      from.on('end', () => to.end());
      from.on('error', end);
      from.on('close', () => sockets.delete(from));
      sockets.add(from);
    };
    pass('to server', client, upstream);
    pass('to client', upstream, client);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(line.address() as net.AddressInfo).port}`,
    cuts: () => cuts,
    bytesUp: () => bytesUp,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => line.close(resolve));
    },
  };
}

/** Writes with back-pressure on the source. */
function writeTo(to: net.Socket, bytes: Buffer, from: net.Socket): void {
  if (to.write(bytes)) return;
  from.pause();
  to.once('drain', () => from.resume());
}
