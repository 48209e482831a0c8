import { once } from 'node:events';
import http from 'node:http';
import { addToken } from '@/tests/http/api/add-token';
import { editable } from '@/tests/http/transcript/editable';
import { signUp } from '@/tests/support/test-user';
import { type RunningCeleste, startCeleste } from '../support/celeste';
import { cpuMs } from '../support/cpu-time';
import { markdownTable } from './markdown';

const USUAL_REQUESTS = 300;
const ROUNDS = 4;
const AT_ONCE = 4;
const RECORDINGS = 30;
const UTTERANCES = 400;
const SENTENCE = 'e então ficou combinado que a entrega seria feita na semana seguinte';
/** Each has a rate of its own. */
const TOKENS = 40;

interface Asked {
  path: string;
  /** By the number of the request. */
  headers(number: number): Record<string, string>;
}

/**
 * Requests a second of the API's list and of a transcription, compared with the pages that show the same, of the same
 * account at the same server, in turns.
 * @param requests of each round
 */
export async function api(requests = USUAL_REQUESTS): Promise<void> {
  const celeste = await startCeleste({ command: 'web' });
  try {
    const person = await signUp(celeste);
    for (let made = 1; made < RECORDINGS; made += 1) await editable(celeste, person);
    const page = await editable(
      celeste,
      person,
      Array.from({ length: UTTERANCES }, (_, index) => ['AB'[index % 2]!, SENTENCE]),
    );
    const tokens: string[] = [];
    for (let made = 0; made < TOKENS; made += 1) tokens.push(await addToken(celeste, person, ['read']));
    const byPage = (path: string): Asked => ({
      path,
      headers: () => ({ Cookie: person.cookieHeader() }),
    });
    const byApi = (path: string): Asked => ({
      path: `/api${path}`,
      headers: (number) => ({ Authorization: `Bearer ${tokens[number % TOKENS]}` }),
    });
    const list = [byPage('/transcriptions'), byApi('/transcription/all')] as const;
    const detail = [byPage(page), byApi(page.replace('transcriptions', 'transcription'))] as const;
    const rows = [
      await compare(`list of ${RECORDINGS}`, list, { celeste, requests }),
      await compare(`text of ${UTTERANCES} utterances`, detail, { celeste, requests }),
    ];
    const heads = [
      ...['what', 'page, requests/s', 'API, requests/s', 'ratio (target ≥ 3)'],
      ...['CPU of a page', 'CPU of a call', 'bytes of a page', 'bytes of a call'],
    ];
    process.stdout.write(`${markdownTable(heads, rows)}\n`);
  } finally {
    await celeste.stop();
  }
}

interface Setting {
  celeste: RunningCeleste;
  requests: number;
}

/** In turns, so that both meet the same load of the machine; the first round warms up. */
async function compare(what: string, [page, api]: readonly [Asked, Asked], setting: Setting) {
  const totals = { page: { ms: 0, cpu: 0, bytes: 0 }, api: { ms: 0, cpu: 0, bytes: 0 } };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = { page: await timeOf(page, setting), api: await timeOf(api, setting) };
    if (round === 0) continue;
    for (const face of ['page', 'api'] as const) {
      totals[face].ms += took[face].ms;
      totals[face].cpu += took[face].cpu;
      totals[face].bytes = took[face].bytes;
    }
  }
  const rate = (ms: number) => (setting.requests * ROUNDS * 1000) / ms;
  const cpuEach = (cpu: number) => `${(cpu / setting.requests / ROUNDS).toFixed(1)} ms`;
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    what,
    rate(totals.page.ms).toFixed(0),
    rate(totals.api.ms).toFixed(0),
    `${(totals.page.ms / totals.api.ms).toFixed(1)} ×`,
    cpuEach(totals.page.cpu),
    cpuEach(totals.api.cpu),
    kilobytes(totals.page.bytes),
    kilobytes(totals.api.bytes),
  ];
}

/** @returns the time that all requests take, that of the server's processors, in ms, and the size of one answer as sent */
async function timeOf({ path, headers }: Asked, { celeste, requests }: Setting) {
  let next = 0;
  let bytes = 0;
  const askOn = async () => {
    while (next < requests) {
      const number = next;
      next += 1;
      bytes = await bytesOf(celeste.address + path, headers(number));
    }
  };
  const cpuBefore = cpuMs(celeste);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return { ms: performance.now() - startedAt, cpu: cpuMs(celeste) - cpuBefore, bytes };
}

const connections = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** Compressed, and not decompressed here, which would count as the server's time. */
async function bytesOf(address: string, headers: Record<string, string>): Promise<number> {
  const asked = { agent: connections, headers: { 'Accept-Encoding': 'br', ...headers } };
  const [response] = (await once(http.get(address, asked), 'response')) as [http.IncomingMessage];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) bytes += part.length;
  if (response.statusCode !== 200) throw new Error(`${address} was answered with ${response.statusCode}`);
  return bytes;
}
