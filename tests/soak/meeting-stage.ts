import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import type { Utterance } from '@/app/domain/transcript/transcript';
import { type FakeMeet, type NameScore, type Room, type SpokenTurn, scoreNames } from '../support/fake-meet';

const projectDir = path.resolve(import.meta.dirname, '../..');
const SAMPLE_RATE = 16_000;
const WAV_HEADER_BYTES = 44;

export interface DialogueTurn {
  name: string;
  samples: Int16Array;
  sampleRate: number;
  /** What is said, normalised. */
  text: string;
  /** Before it, in ms. */
  pauseMs: number;
}

export interface SaidTurn extends SpokenTurn {
  text: string;
}

/** The dialogue of the demonstration recording, as turns of two people with these names. */
export async function readDialogue(names: [string, string]): Promise<DialogueTurn[]> {
  const wav = await readFile(path.join(projectDir, 'public/sample/reuniao.wav'));
  const script = await readFile(path.join(projectDir, 'tests/factories/sample/reuniao.json'), 'utf8');
  const { turns } = JSON.parse(script) as {
    turns: { speaker: string; start: number; end: number; norm: string }[];
  };
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + WAV_HEADER_BYTES));
  let endS = 0;
  return turns.map(({ speaker, start, end, norm }) => {
    const pauseMs = Math.max(0, start - endS) * 1000;
    endS = end;
    return {
      name: names[speaker === 'A' ? 0 : 1],
      samples: samples.slice(start * SAMPLE_RATE, end * SAMPLE_RATE),
      sampleRate: SAMPLE_RATE,
      text: norm,
      pauseMs,
    };
  });
}

/** Says the turns in a room, one after the other, again and again with `repeat`, until the signal aborts. */
export async function playDialogue(
  meet: FakeMeet,
  room: Room,
  turns: readonly DialogueTurn[],
  { signal, repeat = false }: { signal?: AbortSignal; repeat?: boolean } = {},
): Promise<SaidTurn[]> {
  const said: SaidTurn[] = [];
  do {
    for (const { text, pauseMs, ...turn } of turns) {
      if (signal?.aborted) return said;
      await sleep(pauseMs);
      said.push({ ...(await meet.speakers.say(room, turn)), text });
    }
  } while (repeat && !signal?.aborted);
  return said;
}

/**
 * How much of what was said stands under its speaker's true name, and how much under another's; shares of 0 to 1.
 * @param recordingSince in ms since 1970
 */
export function scoreNamedText(
  said: SpokenTurn[],
  utterances: readonly Utterance[],
  recordingSince: number,
): NameScore {
  const named = utterances
    .filter(({ speaker }) => !isAnonymous(speaker))
    .map(({ speaker: name, startMs, endMs }) => ({ name, startMs, endMs }));
  return scoreNames(named, said, recordingSince);
}
