import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { createChromiumBot } from '@/app/integrations/meeting-bot/chromium-bot.server';
import { findChromium } from '../../support/browser';
import { startFakeMeet } from '../../support/fake-meet';
import { voice } from '../../support/fake-meet/voices';

it('spike', async () => {
  const meet = await startFakeMeet();
  const signal = (process.env.SIGNAL ?? 'glow') as 'glow';
  const room = meet.room({ signal, ...(process.env.ROT && { rotateEveryMs: 6000 }) });
  const bot = createChromiumBot({ findBrowser: findChromium, meetUrl: meet.url, profileDir: null, searchPath: process.env.PATH!, durations: { look: 300, settle: 1000 } });
  const stop = new AbortController();
  const folder = await mkdtemp(path.join(tmpdir(), 'v-'));
  let recording!: () => void;
  const isRecording = new Promise<void>((r) => { recording = r; });
  const t0 = Date.now();
  const end = bot.visit({ room: room.code, botName: 'Celeste (gravando)', announcement: 'Oi', maxWaitMs: 20000, leaveAt: new Date(Date.now() + 60000), folder, signal: stop.signal,
    onState: (s) => { console.log(Date.now() - t0, JSON.stringify(s)); if (s.phase === 'recording') recording(); } });
  void end.then((e) => console.log(Date.now() - t0, e));
  await Promise.race([isRecording, end]);
  await sleep(1500);
  const truth = [];
  for (let i = 0; i < 10; i++) {
    truth.push(await meet.speakers.say(room, { name: i % 2 ? 'Ana Souza' : 'Bruno Lima', ...voice(i % 2 ? 220 : 110, 1 + (i % 3)) }));
    await sleep([300, 1500, 100, 700, 2000][i % 5]);
  }
  stop.abort();
  console.log(await end, Date.now() - t0);
  const piece = await bot.readPiece(folder);
  const s = piece!.startedAt.getTime();
  console.log(truth.map((t) => [t.name, t.startedAt - s, t.endedAt - s].join(' ')).join('\n'));
  console.log(piece!.timeline.people, piece!.timeline.spoken.map((t) => [t.name, t.startMs, t.endMs].join(' ')).join('\n'));
  console.log(room.log, folder);
  console.log((await readFile(path.join(folder, 'timeline.jsonl'), 'utf8')).slice(0, 3000));
  const { spawnSync } = await import('node:child_process');
  console.log(String(spawnSync('ffmpeg', ['-i', piece!.audioPath, '-af', 'volumedetect', '-f', 'null', '-'], { encoding: 'utf8' }).stderr).slice(-1500));
  await meet.close();
}, 90_000);
