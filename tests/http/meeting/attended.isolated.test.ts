import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { killInMeetings } from '@/tests/soak/meetings';
import { Random } from '@/tests/soak/random';
import { describeWithChromium } from '@/tests/support/browser';

describeWithChromium('a meeting that a running Celeste attends', () => {
  it('becomes one transcription with names, though its assistant’s browser is killed', async () => {
    const figures = await killInMeetings(['browser'], new Random(20_260_302));
    expect(figures).toMatchObject({ kills: 1, meetings: 1, 'most speech under another name, in %': 0 });
  }, 180_000);
});
