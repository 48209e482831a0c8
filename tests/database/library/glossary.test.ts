import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { readGlossary, saveGlossary } from '@/app/services/library/glossary.server';
import { applySuggestion, listSuggestions } from '@/app/services/library/glossary-suggestions.server';
import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('a glossary', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    publicId = await makeTranscript(userId, ['hoje a selesti falou', 'com a Celeste, e a selesti.']);
  });

  const save = (terms: string[], submissionId = randomUUID()) =>
    saveGlossary({ userId, submissionId, terms });
  const texts = async () => (await readDraftTranscript(userId, publicId)).blocks.map(({ text }) => text);

  it('stores the last saved terms, for each user separately', async () => {
    expect(await readGlossary(userId)).toEqual([]);
    await save(['Celeste', 'Ana Luísa']);
    await save(['Celeste']);
    expect(await readGlossary(userId)).toEqual(['Celeste']);
    expect(await readGlossary(await makeUser({ email: 'outra@example.com' }))).toEqual([]);
  });

  it('changes the text only where a suggestion is applied', async () => {
    const before = await texts();
    expect(await listSuggestions(userId, publicId)).toMatchObject({ hasTerms: false, suggestions: [] });
    await save(['Celeste']);
    const { suggestions, version } = await listSuggestions(userId, publicId);
    expect(suggestions.map(({ heard, term, from }) => [heard, term, from])).toEqual([
      ['selesti', 'Celeste', 2],
      ['selesti', 'Celeste', 5],
    ]);
    expect(await texts()).toEqual(before);

    const { blockId: block, from, count, term } = suggestions[1]!;
    const taken = { version, submissionId: randomUUID(), block, from, count, term };
    await applySuggestion(userId, publicId, taken);
    expect(await texts()).toEqual([before[0], 'com a Celeste, e a Celeste.']);
    expect((await listSuggestions(userId, publicId)).suggestions).toHaveLength(1);
    const again = applySuggestion(userId, publicId, { ...taken, submissionId: randomUUID() });
    await expect(again).rejects.toMatchObject({ code: 'transcript.conflict' });
  });

  it('rejects applying a suggestion that does not exist, or to the transcript of another user', async () => {
    await save(['Celeste']);
    const { suggestions, version } = await listSuggestions(userId, publicId);
    const { blockId: block, from, count } = suggestions[0]!;
    const forged = { version, submissionId: randomUUID(), block, from, count, term: 'outra coisa' };
    await expect(applySuggestion(userId, publicId, forged)).rejects.toMatchObject({
      code: 'transcript.conflict',
    });
    const other = await makeUser({ email: 'outra@example.com' });
    await expect(listSuggestions(other, publicId)).rejects.toMatchObject({ code: 'transcription.not-found' });
  });
});
