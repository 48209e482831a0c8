import { gzipSync } from 'node:zlib';
import { signUp, TestUser } from '@/tests/support/test-user';
import { waitForStatus } from '@/tests/support/transcriptions';
import { startCeleste } from '../support/celeste';

/** Initial congestion window of TCP (ten segments), in bytes. */
const FIRST_FLIGHT_BYTES = 14 * 1024;

/**
 * Gzipped size of every page of the main path without scripts, with its stylesheets and icons, compared with
 * the initial congestion window.
 */
export async function pageWeights(): Promise<void> {
  const celeste = await startCeleste();
  try {
    const guest = new TestUser(celeste.address);
    const person = await signUp(celeste);
    await person.post('/transcriptions', { intent: 'sample' });
    const list = await waitForStatus(person, 'succeeded');
    const transcript = /href="(\/transcriptions\/[\w-]{22})"/.exec(list)![1]!;
    const pages: [string, TestUser, string][] = [
      ['login', guest, '/login'],
      ['sign-up', guest, '/signup'],
      ['dashboard', person, '/dashboard'],
      ['list', person, '/transcriptions'],
      ['transcript', person, transcript],
    ];
    for (const [name, reader, path] of pages) await printWeight(name, reader, path);
  } finally {
    await celeste.stop();
  }
}

async function printWeight(name: string, reader: TestUser, path: string): Promise<void> {
  const { body } = await reader.get(path);
  const files = [
    ...new Set([...body.matchAll(/(?:href|src)="(\/[^"#?]+\.(?:css|svg))/g)].map((match) => match[1]!)),
  ];
  const parts = [body, ...(await Promise.all(files.map(async (file) => (await reader.get(file)).body)))];
  const weight = parts.reduce((sum, part) => sum + gzipSync(part).length, 0);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(body)?.[1];
  const scriptWeight = script ? gzipSync((await reader.get(script)).body).length : 0;
  const ratio = (weight / FIRST_FLIGHT_BYTES).toFixed(2);
  process.stdout.write(
    `  ${name.padEnd(12)} ${weight} B in ${parts.length} answers, ${ratio} × the first flight (14,336 B); script ${scriptWeight} B\n`,
  );
}
