import net from 'node:net';
import type { Random } from '../random';

/** Bytes for a server, and how they get there. */
export interface RawRequest {
  port: number;
  /** The loopback address that they come from. */
  from: string;
  bytes: Buffer;
  /** After so many bytes the client is gone: with a reset, or with a polite end. */
  leave?: { afterBytes: number; how: 'reset' | 'end' };
  /** A byte at a time, with pauses. */
  drip?: { everyMs: number };
  /** How long the client waits for an answer at most. */
  patienceMs?: number;
}

/** Sends bytes as they are. @returns the status of the first answer; null when the line ended without one */
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
    // A line that the server cut is one of the answers that are looked for.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(giveUp);
      clearInterval(dripping);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer);
      resolve(status ? Number(status[1]) : null);
    });
  });
}

/** One of 200 loopback addresses that only attackers come from. */
export const attackersAddress = (random: Random): string => `127.0.66.${1 + random.below(200)}`;

/** A whole request of HTTP 1.1. */
export function httpBytes(line: string, headers: Record<string, string>, body: Buffer | string = ''): Buffer {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${line}\r\n${head.join('')}\r\n`, 'latin1'), Buffer.from(body)]);
}
