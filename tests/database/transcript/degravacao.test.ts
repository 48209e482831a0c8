import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { EMPTY_RECORD } from '@/app/domain/transcript/degravacao/record';
import { readDegravacao } from '@/app/services/transcript/degravacao/read-degravacao.server';
import { saveDegravacao } from '@/app/services/transcript/degravacao/save-degravacao.server';
import { renamePeople } from '@/app/services/transcript/people.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { Degravacao } from '@/models/degravacao.server';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('the record of a degravação', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    publicId = await makeTranscript(userId, ['bom dia', 'vamos lá']);
  });

  const record = {
    ...EMPTY_RECORD,
    caseNumber: '0710802-55.2018.8.02.0001',
    participants: [{ speaker: 'A', role: 'Testemunha', name: 'Ana Souza' }],
  };
  const save = (version: number, who = userId) =>
    saveDegravacao(who, publicId, { version, submissionId: crypto.randomUUID(), record });

  it('is empty at first, and kept with the transcription', async () => {
    const empty = await readDegravacao(userId, publicId);
    expect(empty).toMatchObject({ version: 0, record: EMPTY_RECORD });
    expect(empty.people[0]).toEqual({ speaker: 'A', role: '', name: '' });
    await save(0);
    const kept = await readDegravacao(userId, publicId);
    expect(kept).toMatchObject({ version: 1, record });
    expect(kept.people[0]).toEqual(record.participants[0]);
  });

  it('is saved once by a repeated form', async () => {
    const form = { version: 0, submissionId: crypto.randomUUID(), record };
    await Promise.all(Array.from({ length: 3 }, () => saveDegravacao(userId, publicId, form)));
    expect((await readDegravacao(userId, publicId)).version).toBe(1);
  });

  it('is not overwritten by a form that showed an earlier one, nor by one of two first ones', async () => {
    const saved = await Promise.allSettled([save(0), save(0), save(0)]);
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(save(0)).rejects.toMatchObject({ code: 'degravacao.conflict' });
    await save(1);
    await expect(save(1)).rejects.toMatchObject({ code: 'degravacao.conflict' });
  });

  it('follows people to new names, also where two swap theirs', async () => {
    await save(0);
    const rename = (version: number, renames: { from: string; to: string }[]) =>
      renamePeople(userId, publicId, { version, submissionId: crypto.randomUUID(), renames, agreed: null });
    const roles = async () =>
      (await readDegravacao(userId, publicId)).people.map(({ speaker, role }) => `${speaker} ${role}`);
    const [first, second] = (await readDegravacao(userId, publicId)).people.map(({ speaker }) => speaker);
    expect(await roles()).toEqual(['A Testemunha', 'B ']);
    await rename(1, [
      { from: first!, to: 'Ana' },
      { from: second!, to: 'Bia' },
    ]);
    expect(await roles()).toEqual(['Ana Testemunha', 'Bia ']);
    await rename(2, [
      { from: 'Ana', to: 'Bia' },
      { from: 'Bia', to: 'Ana' },
    ]);
    expect(await roles()).toEqual(['Bia Testemunha', 'Ana ']);
    await expect(save(1)).rejects.toMatchObject({ code: 'degravacao.conflict' });
  });

  it('belongs to the owner of the transcription', async () => {
    const stranger = await makeUser();
    await expect(save(0, stranger)).rejects.toMatchObject({ code: 'transcription.not-found' });
    await expect(readDegravacao(stranger, publicId)).rejects.toMatchObject({
      code: 'transcription.not-found',
    });
  });

  it('is deleted with the transcription', async () => {
    await save(0);
    await deleteTranscription({ userId, publicId, submissionId: crypto.randomUUID() });
    expect(await Degravacao.count()).toBe(0);
  });
});
