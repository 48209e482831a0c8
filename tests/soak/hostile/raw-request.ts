import net from 'node:net';
import type { Random } from '../random';

/** Raw bytes for a server, and how they are sent. */
export interface RawRequest {
  port: number;
  /** Source address on loopback. */
  from: string;
  bytes: Buffer;
  /** The client disconnects after this many bytes, by RST or by FIN. */
  leave?: { afterBytes: number; how: 'reset' | 'end' };
  /** One byte at a time, with pauses. */
  drip?: { everyMs: number };
  /** Timeout for a response, in ms. */
  patienceMs?: number;
}

/**
 * Sends raw bytes. @returns the HTTP status of the first response; null when the connection closed without
 * one
 */
export function sendRaw({
  port,
  from,
  bytes,
  leave,
  drip,
  patienceMs = 60_000,
}: RawRequest): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
    let answer = '';
    let dripping: NodeJS.Timeout | undefined;
    const giveUp = setTimeout(() => socket.destroy(), patienceMs);
    socket.on('connect', () => {
      if (drip) {
        let at = 0;
        dripping = setInterval(() => socket.write(bytes.subarray(at, ++at)), drip.everyMs);
        return;
      }
      socket.write(leave ? bytes.subarray(0, leave.afterBytes) : bytes, () => {
        if (leave?.how === 'reset') socket.resetAndDestroy();
        else if (leave) socket.end();
      });
    });
    socket.on('data', (chunk) => {
      if (answer.length < 64) answer += chunk.toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer);
      if (status && Number(status[1]) >= 200) socket.end();
    });
    // A connection that the server cuts is an expected result.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(giveUp);
      clearInterval(dripping);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer);
      resolve(status ? Number(status[1]) : null);
    });
  });
}

/** One of 200 loopback addresses that only attackers use. */
export const attackersAddress = (random: Random): string => `127.0.66.${1 + random.below(200)}`;

/** A complete HTTP/1.1 request. */
export function httpBytes(line: string, headers: Record<string, string>, body: Buffer | string = ''): Buffer {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${line}\r\n${head.join('')}\r\n`, 'latin1'), Buffer.from(body)]);
}
