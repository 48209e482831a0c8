import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importBundled } from './bundle';
import { fitCalibration } from './fit-calibration';
import { hearSounds } from './hear-sounds';
import type { Pipeline } from './pipeline';
import { findEspeak } from './voices';

/** Prints what the confidences of the configured model are worth, as its pack's manifest has it. */
export async function calibration(count = 300): Promise<void> {
  const espeak = findEspeak();
  if (!espeak) throw new Error('espeak-ng is not installed (Debian: apt-get install espeak-ng)');
  const { pipeline } = await importBundled<{ pipeline: Pipeline }>('tests/bench/pipeline.ts');
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-bench-'));
  try {
    const sounds = await hearSounds(pipeline, { espeak, set: 'calibration', count, folder });
    const fitted = fitCalibration(sounds);
    const source = `npm run bench -- calibration=${count}, ${new Date().toISOString().slice(0, 10)}`;
    process.stdout.write(`  ${await pipeline.modelName()}, from ${sounds.length} texts:\n`);
    process.stdout.write(`${JSON.stringify({ calibration: { source, ...fitted } }, null, 2)}\n`);
  } finally {
    await rm(folder, { recursive: true });
  }
}
