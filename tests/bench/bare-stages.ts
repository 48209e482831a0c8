import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Models } from '@/app/integrations/speech/local/task';
import { bundled } from './as-built';

const run = promisify(execFile);

export type BareStage = 'detect' | 'recognize' | 'diarize';

/** Plain ffmpeg, to the samples that the engine takes. @returns the seconds it took */
export async function bareDecode(recording: string, pcm: string): Promise<number> {
  const startedAt = performance.now();
  const samples = ['-ac', '1', '-ar', '16000', '-f', 's16le', pcm];
  await run('ffmpeg', ['-y', '-v', 'error', '-i', recording, ...samples]);
  return (performance.now() - startedAt) / 1000;
}

/**
 * The engine by itself, which gets the whole recording at once. It recognizes what it detects, so that 'recognize' is
 * both. @returns the seconds that its work took, without start and models
 */
export async function bareEngine(stage: BareStage, models: Models, pcm: string): Promise<number> {
  const script = await bundled('tests/bench/bare-engine.ts');
  const { stdout } = await run(process.execPath, [script, stage, JSON.stringify(models), pcm]);
  return Number(stdout);
}
