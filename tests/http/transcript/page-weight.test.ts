import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { insertTranscript, longConversation } from '@/tests/bench/long-transcript';
import { sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';

/** Of a conversation, where about 150 words are said in a minute. */
const WORDS_IN_HALF_AN_HOUR = 4_300;
/** What a server sends before the first acknowledgement: ten packets (RFC 6928). */
const INITIAL_WINDOW_BYTES = 14 * 1024;

/** The body as a browser gets it that reads Brotli. */
async function compressedBody(address: string, person: TestUser): Promise<Buffer> {
  const headers = { Cookie: person.cookieHeader(), 'Accept-Encoding': 'gzip, deflate, br' };
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
    http.get(address, { headers }, resolve).on('error', reject),
  );
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br']);
  return buffer(answer);
}

it('a transcript of half an hour fits the initial congestion window without scripts', async () => {
  const celeste = await sharedCeleste();
  const person = await signUp(celeste);
  const path = await insertTranscript(celeste, person, longConversation(WORDS_IN_HALF_AN_HOUR));
  const { length } = await compressedBody(celeste.address + path, person);
  process.stdout.write(`a transcript of half an hour: ${length} B of ${INITIAL_WINDOW_BYTES} B\n`);
  expect(length).toBeLessThanOrEqual(INITIAL_WINDOW_BYTES);
});
