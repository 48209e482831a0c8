import type { Server } from 'node:http';
import { networksOf } from '@/app/domain/network';

/** Limits the connections of one IPv4 address or IPv6 /64 network; destroys those beyond `most`. */
export function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const { narrow: network } = networksOf(socket.remoteAddress ?? '');
    const before = open.get(network) ?? 0;
    if (before >= most) return void socket.destroy();
    open.set(network, before + 1);
    socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
