import path from 'node:path';
import { bareDecode, bareEngine } from './bare-stages';
import { measured } from './job-memory';
import { writeLongRecording } from './long-recording';
import { markdownTable, megabytes } from './markdown';
import type { Pipeline } from './pipeline';

const MINUTES = 10;

/**
 * Each stage on the repeated sample, compared with plain ffmpeg and the engine alone on the same samples.
 * Ours includes starting a process and loading models; the engine's figure does not.
 * @returns a Markdown table
 */
export async function stageFigures(pipeline: Pipeline, folder: string): Promise<string> {
  const recording = path.join(folder, 'stages.wav');
  const pcm = path.join(folder, 'stages.s16');
  const durationS = (await writeLongRecording('public/sample/reuniao.wav', recording, MINUTES)) / 1000;
  const models = await pipeline.models();
  const rows: string[][] = [];
  const compare = async (stage: string, ours: () => Promise<unknown>, bare: () => Promise<number>) => {
    const own = await measured(ours);
    const peer = await measured(bare);
    rows.push([
      stage,
      (own.seconds / durationS).toFixed(4),
      (peer.result / durationS).toFixed(4),
      `${(own.seconds / peer.result).toFixed(2)} ×`,
      megabytes(own.peakBytes),
      megabytes(peer.peakBytes),
    ]);
  };

  await compare(
    'decode',
    () => pipeline.decode(recording, pcm),
    () => bareDecode(recording, path.join(folder, 'bare.s16')),
  );
  const audio = { path: pcm, durationMs: Math.floor(durationS * 1000) };
  await compare(
    'detect',
    () => pipeline.detect(audio),
    () => bareEngine('detect', models, pcm),
  );
  await compare(
    'detect and recognize',
    () => pipeline.recognize(audio),
    () => bareEngine('recognize', models, pcm),
  );
  await compare(
    'diarize',
    () => pipeline.diarize(audio),
    () => bareEngine('diarize', models, pcm),
  );
  const heads = ['stage', 'ours, × real time', 'bare', 'ratio', 'ours, peak memory', 'bare'];
  return markdownTable(heads, rows);
}
