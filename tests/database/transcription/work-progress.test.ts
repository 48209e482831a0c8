import '@/tests/support/data-folder';
import '@/tests/support/remember-media';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WorkProgress } from '@/app/services/transcription/work-progress.server';
import { claimAttempt, uploadOwnSample } from '@/tests/factories/attempt';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const MINUTE_MS = 60_000;

describeOnBothDatabases('the progress of an attempt', () => {
  beforeEach(async () => {
    await resetDatabase();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('moves its estimate while the engine is silent, and writes nothing once it is stopped', async () => {
    const transcription = await uploadOwnSample(await makeUser());
    const { claim } = await claimAttempt('transcribe');
    const progress = new WorkProgress(transcription.id, claim, { areSideBySide: true, overAtMs: null });
    const [recognizing, diarizing] = [progress.reporterFor('recognizing'), progress.reporterFor('diarizing')];
    for (const fraction of [0, 0.25, 0.5]) {
      diarizing(1);
      recognizing(fraction);
      vi.advanceTimersByTime(MINUTE_MS);
    }
    const expectMinutesLeft = (minutes: number) =>
      vi.waitFor(async () => {
        const { expectedAt } = await transcription.reload();
        expect(Math.round((expectedAt!.getTime() - Date.now()) / MINUTE_MS)).toBe(minutes);
      }, 10_000);
    await expectMinutesLeft(1);
    vi.advanceTimersByTime(4 * MINUTE_MS);
    await expectMinutesLeft(5);

    await progress.stop();
    await transcription.update({ expectedAt: null, progressPercent: 100 });
    recognizing(1);
    vi.advanceTimersByTime(MINUTE_MS);
    await progress.stop();
    expect(await transcription.reload()).toMatchObject({ expectedAt: null, progressPercent: 100 });
  });
});
