import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { MAX_KNOWN_NAMES } from '@/app/domain/transcript/known-names';
import { appendToDraft } from '@/app/services/transcript/append-to-draft.server';
import { readKnownSpeakers } from '@/app/services/transcript/known-speakers.server';
import { readPeople, readPerson, renamePeople, splitPerson } from '@/app/services/transcript/people.server';
import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';
import { saveDraft } from '@/app/services/transcript/save-draft.server';
import { listVersions } from '@/app/services/transcript/versions.server';
import { Transcription } from '@/models/transcription.server';
import { makeMeeting } from '@/tests/factories/meeting';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('the people of a transcript', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    publicId = await makeTranscript(userId, ['bom dia', 'vamos lá']);
  });

  const form = (version = 1) => ({ version, submissionId: crypto.randomUUID() });
  const lines = async () =>
    (await readDraftTranscript(userId, publicId)).blocks.map(({ speaker, text }) => `${speaker}: ${text}`);
  const rename = (to: string, of = publicId, version = 1, from = 'A') =>
    renamePeople(userId, of, { ...form(version), renames: [{ from, to }], agreed: null });

  it('are renamed as a version that a repeated form makes once', async () => {
    const once = { ...form(), renames: [{ from: 'A', to: 'Ana' }], agreed: null };
    await Promise.all(Array.from({ length: 3 }, () => renamePeople(userId, publicId, once)));
    expect(await lines()).toEqual(expect.arrayContaining(['Ana: bom dia']));
    expect(await listVersions(userId, publicId)).toHaveLength(2);
  });

  it('are renamed in the draft while it holds other changes', async () => {
    const [block] = (await readDraftTranscript(userId, publicId)).blocks;
    const id = crypto.randomUUID();
    const blocks = [{ id, speaker: block!.speaker, text: 'boa tarde' }];
    await appendToDraft(userId, publicId, {
      version: 1,
      changes: [{ id: crypto.randomUUID(), change: { kind: 'replace', ids: [block!.id], blocks } }],
    });
    await rename('Ana', publicId, 1, block!.speaker);
    expect(await listVersions(userId, publicId)).toHaveLength(1);
    expect((await lines())[0]).toBe('Ana: boa tarde');
    expect(await readKnownSpeakers(userId)).toEqual([]);
    await saveDraft(userId, publicId, form());
    expect(await readKnownSpeakers(userId)).toEqual(['Ana']);
  });

  it('conflict when another save came first, or somebody is gone', async () => {
    await rename('Ana');
    await expect(rename('Bia')).rejects.toMatchObject({ code: 'transcript.conflict' });
    await expect(rename('Bia', publicId, 2)).rejects.toMatchObject({ code: 'transcript.conflict' });
    await expect(
      renamePeople(await makeUser(), publicId, { ...form(2), renames: [], agreed: null }),
    ).rejects.toMatchObject({ code: 'transcription.not-found' });
  });

  it('are split with the times of the words, and only among what the person says', async () => {
    const before = (await readDraftTranscript(userId, publicId)).blocks;
    const last = before.at(-1)!;
    const split = (speaker: string) =>
      splitPerson(userId, publicId, { ...form(), speaker, blockIds: [last.id], to: 'Caio' });
    await expect(split('Ninguém')).rejects.toMatchObject({ code: 'transcript.conflict' });
    await split(last.speaker);
    const after = (await readDraftTranscript(userId, publicId)).blocks;
    expect(after.at(-1)).toMatchObject({ speaker: 'Caio', words: last.words });
    expect(after.slice(0, -1).map(({ speaker }) => speaker)).toEqual(
      before.slice(0, -1).map(({ speaker }) => speaker),
    );
  });

  it('may be those who were invited, who are nobody before somebody says so', async () => {
    await rename('Ana');
    const { id: transcriptionId } = await Transcription.findOne({ where: { publicId }, rejectOnEmpty: true });
    const guests = ['Bia Lopes', '', 'Ana'].map((name) => ({ email: 'guest@example.com', name }));
    await makeMeeting(userId, { transcriptionId, guests: JSON.stringify(guests) });
    const { knownNames, people, offers } = await readPeople(userId, publicId);
    expect(knownNames).toEqual(['Bia Lopes', 'Ana']);
    expect((await readPerson(userId, publicId, { speaker: 'Ana', from: 0 }))!.names).toContain('Bia Lopes');
    expect(people.map(({ speaker }) => speaker)).not.toContain('Bia Lopes');
    expect(offers).toEqual([]);
    const another = await makeTranscript(userId, ['oi']);
    expect((await readPeople(userId, another)).knownNames).toEqual(['Ana']);
  });

  it('leave their names to the account’s other transcripts, the last used first, and to no other account', async () => {
    await rename('Ana');
    const second = await makeTranscript(userId, ['oi']);
    await rename('Bia', second);
    expect((await readPeople(userId, publicId)).knownNames).toEqual(['Bia', 'Ana']);
    await rename('Ana Maria', publicId, 2, 'Ana');
    expect(await readKnownSpeakers(userId)).toEqual(['Ana Maria', 'Bia', 'Ana']);
    expect(await readKnownSpeakers(await makeUser())).toEqual([]);
  });

  it('leave at most so many names, also when transcripts are saved at the same moment', async () => {
    const transcripts: string[] = [];
    for (let index = 0; index < 5; index += 1) transcripts.push(await makeTranscript(userId, ['oi']));
    await Promise.all(transcripts.map((each, index) => rename(`Ana ${index}`, each)));
    expect((await readKnownSpeakers(userId)).toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `Ana ${n}`));
    const many = await makeTranscript(
      userId,
      Array.from({ length: MAX_KNOWN_NAMES + 10 }, (_, index) => `fala ${index}`),
    );
    const { blocks } = await readDraftTranscript(userId, many);
    // As wide as a name can be, of letters that take three bytes each.
    const name = (index: number) => `${index} `.padEnd(80, '語');
    const changes = blocks.map(({ id, text }, index) => ({
      id: crypto.randomUUID(),
      change: {
        kind: 'replace' as const,
        ids: [id],
        blocks: [{ id: crypto.randomUUID(), speaker: name(index), text }],
      },
    }));
    await saveDraft(userId, many, { ...form(), changes });
    const kept = await readKnownSpeakers(userId);
    expect(kept).toHaveLength(MAX_KNOWN_NAMES);
    expect(kept).not.toContain('Ana 0');
  });
});
