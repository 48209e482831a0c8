import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Models } from '@/app/integrations/speech/local/task';
import { bundleScript } from './bundle';
import type { Turn } from './metrics/der';

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
  return (await runBareEngine(stage, models, pcm)).seconds;
}

/** The turns that the engine's own clustering gives for the whole recording at once. */
export async function bareTurns(models: Models, pcm: string): Promise<Turn[]> {
  const result = (await runBareEngine('diarize', models, pcm)).result as BareTurn[];
  return result.map(({ start, end, speaker }) => ({ speaker, startMs: start * 1000, endMs: end * 1000 }));
}

/** What the engine recognizes in the whole recording. */
export async function bareText(models: Models, pcm: string): Promise<string> {
  return ((await runBareEngine('recognize', models, pcm)).result as string[]).join(' ');
}

/** Times are in seconds. */
interface BareTurn {
  start: number;
  end: number;
  speaker: number;
}

interface BareResult {
  seconds: number;
  /** Turns of 'diarize', and texts of 'recognize', one for each stretch of speech. */
  result: BareTurn[] | string[] | null;
}

async function runBareEngine(stage: BareStage, models: Models, pcm: string): Promise<BareResult> {
  const script = await bundleScript('tests/bench/bare-engine.ts');
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run(process.execPath, [script, stage, JSON.stringify(models), pcm], options);
  return JSON.parse(stdout);
}
