import path from 'node:path';
import { markdownTable, megabytes, percent } from './markdown';
import { findSctk, mdEvalPercent, type Sctk, scliteErrors } from './metrics/sctk';
import type { Pipeline } from './pipeline';
import type { CorpusRecording } from './references/corpus';
import { COLLARS_MS, type Scored, scoreRecording, totalsOf } from './score-recording';

const RATES = ['WER', 'cpWER', 'DER', 'DER, collar 0.25 s'];
/** In percentage points; larger differences are printed. */
const TOLERATED_DIFFERENCE = 0.1;

/**
 * Transcribes recordings and prints error rates and costs, cross-checked with NIST's scorers where they are
 * installed.
 * @param corpus name of the recordings in the table
 */
export async function accuracyFigures(
  pipeline: Pipeline,
  recordings: CorpusRecording[],
  { corpus, folder }: { corpus: string; folder: string },
): Promise<void> {
  const scored: Scored[] = [];
  for (const recording of recordings) {
    const own = await scoreRecording(pipeline, recording, path.join(folder, 'audio.s16'));
    scored.push(own);
    const named = shares([own]).map((share, index) => `${RATES[index]} ${share}`);
    process.stdout.write(`  ${recording.name}: ${named.join(', ')}\n`);
  }
  const heads = ['models', 'recordings', ...RATES, 'decode, recognize, diarize: × real time', 'peak memory'];
  const row = [await pipeline.modelName(), corpus, ...shares(scored), ...costs(scored)];
  process.stdout.write(`\n${markdownTable(heads, [row])}\n`);
  await crossCheck(scored);
}

function shares(scored: Scored[]): string[] {
  const { wer, cpwer, der } = totalsOf(scored);
  return [wer, cpwer, ...der].map(percent);
}

function costs(scored: Scored[]): string[] {
  const audioS = scored.reduce((sum, own) => sum + own.audioS, 0);
  const factors = (['decode', 'recognize', 'diarize'] as const).map((stage) =>
    (scored.reduce((sum, { work }) => sum + work[stage], 0) / audioS).toFixed(3),
  );
  return [factors.join(', '), megabytes(Math.max(...scored.map(({ peakBytes }) => peakBytes)))];
}

/** Compares with NIST's scorers, where they are installed. */
async function crossCheck(scored: Scored[]): Promise<void> {
  const sctk = findSctk();
  if (!sctk) {
    process.stdout.write(
      '  sclite and md-eval are not installed (Debian: apt-get install sctk): not cross-checked\n',
    );
    return;
  }
  const ours = totalsOf(scored);
  const texts = scored.flatMap((own) => own.texts ?? []);
  if (ours.wer !== null) say('sclite, WER', (await scliteErrors(sctk, texts)).percent, ours.wer);
  await crossCheckTurns(sctk, scored, ours.der);
}

async function crossCheckTurns(sctk: Sctk, scored: Scored[], ours: (number | null)[]): Promise<void> {
  const turns = scored.flatMap((own) => own.turns ?? []);
  for (const [index, collarMs] of COLLARS_MS.entries()) {
    const own = ours[index];
    if (own == null) continue;
    say(`md-eval, DER, collar ${collarMs / 1000} s`, await mdEvalPercent(sctk, turns, { collarMs }), own);
  }
}

function say(what: string, theirs: number, own: number): void {
  const points = Math.abs(theirs - own);
  const verdict = points > TOLERATED_DIFFERENCE ? `DIFFERS by ${points.toFixed(2)} points` : 'agrees';
  process.stdout.write(`  ${what}: ${percent(theirs)}, ours ${percent(own)}: ${verdict}\n`);
}
