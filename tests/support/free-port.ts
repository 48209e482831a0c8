import { once } from 'node:events';
import net from 'node:net';

/** Below the range that systems take ports from by themselves, so that nothing else takes one meanwhile. */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 1_000;

/** Vitest numbers its workers from 1. */
const first = FIRST_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * PORTS_PER_WORKER;
let given = Math.floor(Math.random() * PORTS_PER_WORKER);

/** A loopback port that nothing listens at; this worker gets another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    given += 1;
    const port = first + (given % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
