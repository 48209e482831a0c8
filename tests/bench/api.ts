import { addToken } from '@/tests/http/api/add-token';
import { editable } from '@/tests/http/transcript/editable';
import { signUp } from '@/tests/support/test-user';
import { type RunningCeleste, startCeleste } from '../support/celeste';
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
    const heads = ['what', 'page, requests/s', 'API, requests/s', 'ratio (target ≥ 3)', 'page', 'API'];
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
  const totals = { page: { ms: 0, bytes: 0 }, api: { ms: 0, bytes: 0 } };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = { page: await timeOf(page, setting), api: await timeOf(api, setting) };
    if (round === 0) continue;
    totals.page.ms += took.page.ms;
    totals.api.ms += took.api.ms;
    Object.assign(totals.page, { bytes: took.page.bytes });
    Object.assign(totals.api, { bytes: took.api.bytes });
  }
  const rate = (ms: number) => (setting.requests * ROUNDS * 1000) / ms;
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    what,
    rate(totals.page.ms).toFixed(0),
    rate(totals.api.ms).toFixed(0),
    `${(totals.page.ms / totals.api.ms).toFixed(1)} ×`,
    kilobytes(totals.page.bytes),
    kilobytes(totals.api.bytes),
  ];
}

/** @returns the time that all requests take, and the size of one answer */
async function timeOf({ path, headers }: Asked, { celeste, requests }: Setting) {
  let next = 0;
  let bytes = 0;
  const askOn = async () => {
    while (next < requests) {
      const number = next;
      next += 1;
      const response = await fetch(celeste.address + path, { headers: headers(number) });
      if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
      bytes = (await response.arrayBuffer()).byteLength;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return { ms: performance.now() - startedAt, bytes };
}
