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
    const minutesLeft = async () => {
      await vi.waitFor(async () => {
        expect((await transcription.reload()).updatedAt.getTime()).toBeGreaterThan(Date.now() - 10_000);
      });
      return Math.round((transcription.expectedAt!.getTime() - Date.now()) / MINUTE_MS);
    };
    expect(await minutesLeft()).toBe(1);
    vi.advanceTimersByTime(4 * MINUTE_MS);
    expect(await minutesLeft()).toBe(5);

    await progress.stop();
    await transcription.update({ expectedAt: null, progressPercent: 100 });
    recognizing(1);
    vi.advanceTimersByTime(MINUTE_MS);
    await progress.stop();
    expect(await transcription.reload()).toMatchObject({ expectedAt: null, progressPercent: 100 });
  });
});
