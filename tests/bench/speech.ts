import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { accuracyFigures } from './accuracy';
import { importBundled } from './bundle';
import { confidenceCurve } from './confidence-curve';
import { diarizeVoices } from './diarize-voices';
import { rttmOf } from './metrics/sctk';
import type { Pipeline } from './pipeline';
import { readCorpus } from './references/corpus';
import { stageFigures } from './speech-stages';

/**
 * Speed and accuracy of the configured speech engine: on a folder of recordings with references, or by
 * default on the sample, stage by stage compared with the engine alone, and on synthetic voices.
 * @param given path of the folder, relative to where the command was run
 */
export async function speech(given?: string): Promise<void> {
  const { pipeline } = await importBundled<{ pipeline: Pipeline }>('tests/bench/pipeline.ts');
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-bench-'));
  try {
    say(`${await pipeline.modelName()} on ${cpus().length} × ${cpus()[0]?.model}, ${load()}`);
    if (given !== undefined) {
      const recordings = await readCorpus(path.resolve(process.env.INIT_CWD ?? '.', given));
      const corpus = `${path.basename(path.resolve(given))}, ${recordings.length} files`;
      await accuracyFigures(pipeline, recordings, { corpus, folder });
    } else {
      say(`\n${await stageFigures(pipeline, folder)}`);
      await accuracyFigures(pipeline, await readCorpus(await writeSample(folder)), {
        corpus: 'sample',
        folder,
      });
      const curve = await confidenceCurve(pipeline, folder);
      say(curve ? `\n${curve}` : 'no confidence to compare with synthetic speech');
      const voices = await diarizeVoices(pipeline, folder);
      say(voices ? `\n${voices}` : 'espeak-ng is not installed: no synthetic voices are told apart');
    }
    say(load());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the sample with its references into its own folder. */
async function writeSample(below: string): Promise<string> {
  const { turns } = JSON.parse(await readFile('tests/factories/sample/reuniao.json', 'utf8')) as {
    turns: { speaker: string; start: number; end: number; norm: string }[];
  };
  const folder = await mkdtemp(path.join(below, 'sample-'));
  await copyFile('public/sample/reuniao.wav', path.join(folder, 'reuniao.wav'));
  const segments = turns.map(
    ({ speaker, start, end, norm }) => `reuniao 1 ${speaker} ${start} ${end} <o> ${norm}\n`,
  );
  await writeFile(path.join(folder, 'reuniao.stm'), segments.join(''));
  const times = turns.map(({ speaker, start, end }) => ({
    speaker,
    startMs: start * 1000,
    endMs: end * 1000,
  }));
  await writeFile(path.join(folder, 'reuniao.rttm'), rttmOf('reuniao', times));
  return folder;
}

const load = () => `load average ${loadavg()[0]?.toFixed(1)}`;

function say(text: string): void {
  process.stdout.write(`  ${text}\n`);
}
