import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { ffmpegPrograms } from '@/tests/integrations/media/adapters';
import { compareDecoders } from '@/tests/soak/media';
import { recipes } from '@/tests/soak/media-set';
import { Random } from '@/tests/soak/random';

it.runIf(ffmpegPrograms)(
  'accepts and rejects generated files of all kinds as plain ffmpeg does',
  async () => {
    const some = recipes(new Random(20_261_121)).filter((_, index) => index % 3 === 0);
    const figures = await compareDecoders(some, 18);
    expect(figures["accepted, of 2 decoders' verdicts"]).toBeGreaterThan(8);
  },
  300_000,
);
