import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { fillTranscripts, percentile, searchTimes } from '@/tests/bench/search';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

/** `npm run bench -- search` has the full size. */
const TRANSCRIPTS = 20;
const WORDS_EACH = 10_000;
const LIMIT_MS = 50;

describeOnBothDatabases('a search among long transcripts', () => {
  it('answers each kind of question in time', { retry: 2 }, async () => {
    const userId = await makeUser();
    await fillTranscripts(userId, TRANSCRIPTS, WORDS_EACH);
    const measured = await searchTimes(userId, TRANSCRIPTS, 5);
    expect(
      percentile(
        measured.flatMap(({ times }) => times),
        0.95,
      ),
    ).toBeLessThan(LIMIT_MS);
    const hits = Object.fromEntries(measured.map(({ name, hits: count }) => [name, count]));
    expect(hits).toMatchObject({ money: 1, 'a number': 1, 'no text': 0, 'a short word': 1_000 });
  });
});
