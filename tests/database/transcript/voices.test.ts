import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import type { VoicePrint } from '@/app/domain/speech/link-speakers';
import { exportOwnData } from '@/app/services/account/export-own-data.server';
import { readVoiceConsent, setVoiceConsent } from '@/app/services/account/voice-consent.server';
import { readPeople, refuseNameOffer, renamePeople } from '@/app/services/transcript/people.server';
import { readTranscript } from '@/app/services/transcript/read-transcript.server';
import { keepVoices } from '@/app/services/transcript/voices.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { inTransaction } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { Voice } from '@/models/voice.server';
import { makeTranscript } from '@/tests/factories/transcript';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { unzip } from '@/tests/support/zip';

describeOnBothDatabases('remembered voices', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const consent = (isGiven: boolean, of = userId) =>
    setVoiceConsent({ userId: of, submissionId: randomUUID(), isGiven });

  const direction = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return [Math.cos(angle), Math.sin(angle)];
  };

  /** A transcription by A and B, whose voices have these angles. */
  async function record(angles: number[], { of = userId, model = 'demo' } = {}): Promise<string> {
    const publicId = await makeTranscript(of, ['bom dia', 'vamos lá']);
    const { utterances } = await readTranscript(of, publicId);
    const voices = angles.map((angle, index): VoicePrint => {
      const { startMs, endMs } = utterances[index]!;
      return { startMs, endMs, model, embedding: direction(angle), maxDistance: 0.2 };
    });
    const transcription = await Transcription.findOne({ where: { publicId }, rejectOnEmpty: true });
    await inTransaction((transaction) => keepVoices(transcription, { voices, utterances }, transaction));
    return publicId;
  }

  const nameA = (publicId: string, name: string, version = 1, from = 'A') =>
    renamePeople(userId, publicId, {
      ...{ version, submissionId: randomUUID(), agreed: null },
      renames: [{ from, to: name }],
    });
  const offersIn = async (publicId: string, of = userId) => (await readPeople(of, publicId)).offers;
  const speakersIn = async (publicId: string) => (await readPeople(userId, publicId)).speakers;

  it('are not kept without consent', async () => {
    expect(await readVoiceConsent(userId)).toBeNull();
    await nameA(await record([0, 90]), 'Ana');
    expect(await Voice.count()).toBe(0);
    expect(await offersIn(await record([0, 90]))).toEqual([]);
  });

  it('offer the name of the nearest voice in later recordings, and set none', async () => {
    await consent(true);
    await nameA(await record([0, 90]), 'Ana');
    await nameA(await record([20, 90]), 'Rui');
    const later = await record([8, 60]);
    expect(await offersIn(later)).toEqual([{ speaker: 'A', name: 'Ana' }]);
    expect(await speakersIn(later)).toEqual(['A', 'B']);
    await nameA(later, 'Ana');
    expect(await offersIn(later)).toEqual([]);
    // Each name once: B is nearer to Ana, so that Rui is left for A.
    expect(await offersIn(await record([15, 0]))).toEqual([
      { speaker: 'B', name: 'Ana' },
      { speaker: 'A', name: 'Rui' },
    ]);
  });

  it('follow names that are corrected, and are offered no more when refused', async () => {
    await consent(true);
    const first = await record([0, 90]);
    await nameA(first, 'Ana');
    await nameA(first, 'Bia', 2, 'Ana');
    const later = await record([0, 90]);
    expect(await offersIn(later)).toEqual([{ speaker: 'A', name: 'Bia' }]);
    await refuseNameOffer(userId, later, { speaker: 'A', submissionId: randomUUID() });
    expect(await offersIn(later)).toEqual([]);
    expect(await offersIn(await record([0, 90]))).toEqual([{ speaker: 'A', name: 'Bia' }]);
  });

  it('are compared neither across accounts nor across models', async () => {
    await consent(true);
    const first = await record([0, 90]);
    await nameA(first, 'Ana');
    const neighbour = await makeUser();
    await consent(true, neighbour);
    expect(await offersIn(await record([0, 90], { of: neighbour }), neighbour)).toEqual([]);
    expect(await offersIn(await record([0, 90], { model: 'full' }))).toEqual([]);
    await expect(
      refuseNameOffer(neighbour, first, { speaker: 'A', submissionId: randomUUID() }),
    ).rejects.toMatchObject({ code: 'transcription.not-found' });
    await consent(false, neighbour);
    expect(await Voice.count({ where: { userId } })).toBeGreaterThan(0);
  });

  it('are deleted when the consent is revoked, and with their transcription', async () => {
    await consent(true);
    const since = await readVoiceConsent(userId);
    await consent(true);
    expect(await readVoiceConsent(userId)).toEqual(since);
    const first = await record([0, 90]);
    await record([0, 90]);
    await deleteTranscription({ userId, publicId: first, submissionId: randomUUID() });
    expect(await Voice.count()).toBe(2);
    await consent(false);
    expect([await Voice.count(), await readVoiceConsent(userId)]).toEqual([0, null]);
    await record([0, 90]);
    expect(await Voice.count()).toBe(0);
  });

  it('stand in the export of the account', async () => {
    await consent(true);
    await nameA(await record([0, 90]), 'Ana');
    const files = await unzip(await buffer(await exportOwnData(userId)));
    expect(JSON.parse(files.get('profile.json')!.toString()).voices).toMatchObject({
      consentedAt: expect.any(String),
      kept: [
        { name: 'Ana', model: 'demo', embedding: direction(0) },
        { name: null, embedding: direction(90) },
      ],
    });
  });
});
