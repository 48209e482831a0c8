import type { Server } from 'node:http';
import { networksOf } from '@/app/domain/network';

/** Ends at once what one address, of IPv6 one network of 64 bits, opens beyond `most` connections at a time. */
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
