import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { creditMinutes } from '@/app/services/wallet/credit-minutes.server';
import { inTransaction, openDatabase, switchDatabase } from '@/models/database.server';
import { User } from '@/models/user.server';
import { startCeleste } from '../support/celeste';
import { signUp } from '../support/person';
import { writeLongRecording } from './long-recording';

const MINUTES = 60;
const PACK = 'app/integrations/speech/local/packs/demo';

/** One hour of the sample from the upload to Sucesso, against decoder, detector, recognizer and diarizer alone. */
export async function endToEnd(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'celeste-bench-'));
  const celeste = await startCeleste();
  try {
    const recording = path.join(folder, 'hour.wav');
    const durationMs = await writeLongRecording('public/sample/reuniao.wav', recording, MINUTES);
    const ours = await product(celeste, recording, durationMs);
    const bare = bareStages(recording, path.join(folder, 'audio.s16'));
    const sum = Object.values(bare).reduce((total, seconds) => total + seconds, 0);
    for (const [stage, seconds] of Object.entries(bare)) print(`bare ${stage}`, `${seconds.toFixed(1)} s`);
    print('bare, one after the other', `${sum.toFixed(1)} s`);
    print('upload to Sucesso', `${ours.toFixed(1)} s of ${(durationMs / 60_000).toFixed(0)} min audio`);
    print('ratio', `${(ours / sum).toFixed(2)} × (target of the full pipeline: ≤ 1.1 ×)`);
  } finally {
    await celeste.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function product(
  celeste: Awaited<ReturnType<typeof startCeleste>>,
  recording: string,
  durationMs: number,
): Promise<number> {
  const person = await signUp(celeste);
  const sequelize = switchDatabase(openDatabase({ file: path.join(celeste.dataDir, 'celeste.sqlite') }));
  const user = await User.findOne({ where: { email: person.email }, rejectOnEmpty: true });
  await inTransaction((transaction) =>
    creditMinutes(
      {
        userId: user.id,
        account: 'bought',
        amountMs: Math.ceil(durationMs),
        reason: 'bench',
        reference: 'bench',
      },
      transaction,
    ),
  );
  await sequelize.close();

  const startedAt = performance.now();
  const answer = await person.upload({ name: 'hour.wav', bytes: await openAsBlob(recording) });
  if (answer.status !== 303) throw new Error(`the upload was answered with ${answer.status}`);
  while (!(await person.get('/transcriptions')).body.includes('Sucesso')) await sleep(250);
  return (performance.now() - startedAt) / 1000;
}

function bareStages(recording: string, pcm: string): Record<string, number> {
  const startedAt = performance.now();
  execFileSync('ffmpeg', ['-v', 'error', '-i', recording, '-ac', '1', '-ar', '16000', '-f', 's16le', pcm]);
  const decode = (performance.now() - startedAt) / 1000;
  const engine = (stage: string) =>
    Number(
      execFileSync(process.execPath, ['--import', 'tsx', 'tests/bench/bare-engine.ts', stage, PACK, pcm]),
    );
  return { decode, 'detector and recognizer': engine('recognize'), diarizer: engine('diarize') };
}

function print(what: string, figure: string): void {
  process.stdout.write(`  ${what.padEnd(28)} ${figure}\n`);
}
