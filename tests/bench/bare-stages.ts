import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Models } from '@/app/integrations/speech/local/task';
import { bundleScript } from './bundle';

const run = promisify(execFile);

export type BareStage = 'detect' | 'recognize' | 'diarize';

/** Decodes with plain ffmpeg to the engine's sample format. @returns the seconds it took */
export async function bareDecode(recording: string, pcm: string): Promise<number> {
  const startedAt = performance.now();
  const samples = ['-ac', '1', '-ar', '16000', '-f', 's16le', pcm];
  await run('ffmpeg', ['-y', '-v', 'error', '-i', recording, ...samples]);
  return (performance.now() - startedAt) / 1000;
}

/**
 * Runs the speech engine alone on the whole recording at once; 'recognize' includes voice activity detection.
 * @returns the seconds of work, without starting and loading models
 */
export async function bareEngine(stage: BareStage, models: Models, pcm: string): Promise<number> {
  const script = await bundleScript('tests/bench/bare-engine.ts');
  const { stdout } = await run(process.execPath, [script, stage, JSON.stringify(models), pcm]);
  return Number(stdout);
}
