import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { markConfidenceSeen } from '@/app/services/transcript/mark-confidence-seen.server';
import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';
import { Transcription } from '@/models/transcription.server';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('how far a text can be trusted', () => {
  let userId: number;
  let publicId: string;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    publicId = await makeTranscript(userId, ['bom dia']);
  });

  const isSeen = async () => (await readDraftTranscript(userId, publicId)).isConfidenceSeen;
  const seenAt = async () =>
    (await Transcription.findOne({ where: { publicId }, rejectOnEmpty: true })).confidenceSeenAt;

  it('is unseen at first, and keeps the time of the first view', async () => {
    expect(await isSeen()).toBe(false);
    await markConfidenceSeen(userId, publicId);
    expect(await isSeen()).toBe(true);
    const first = await seenAt();
    await markConfidenceSeen(userId, publicId);
    expect(await seenAt()).toEqual(first);
  });

  it('cannot be marked as seen by another user', async () => {
    const stranger = markConfidenceSeen(await makeUser(), publicId);
    await expect(stranger).rejects.toMatchObject({ code: 'transcription.not-found' });
    expect(await isSeen()).toBe(false);
  });
});
