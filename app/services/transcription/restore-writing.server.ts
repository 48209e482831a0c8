import { setImmediate as nextTurn } from 'node:timers/promises';
import { isWritten, writerFor } from '@/app/domain/speech/writing/restore-writing';
import type { Utterance } from '@/app/domain/transcript/transcript';
import type { Recognition } from '@/app/integrations/speech/port';
import { readGlossary } from '../library/glossary.server';
import { readKnownSpeakers } from '../transcript/known-speakers.server';

/** Utterances after which other work has its turn; a long one gives way by itself. */
const AT_ONCE = 100;

interface Source extends Pick<Recognition, 'words' | 'isWritten'> {
  userId: number;
  /** Of the words; ISO 639-1. */
  language: string;
  /** Of people who may be spoken of. */
  names?: readonly string[];
}

/**
 * The text of a recognizer that writes no capitals or punctuation, with digits and both; null for one that does, and for
 * a language without rules. Names of glossary and people are spelled as their owner does.
 */
export async function restoreWriting(
  utterances: readonly Utterance[],
  { words, userId, language, names: others = [], ...source }: Source,
): Promise<Utterance[] | null> {
  if (source.isWritten ?? isWritten(words)) return null;
  const names = [...(await readGlossary(userId)), ...(await readKnownSpeakers(userId)), ...others];
  const write = writerFor(language, names);
  if (!write) return null;
  const written: Utterance[] = [];
  for (const [index, utterance] of utterances.entries()) {
    if (index % AT_ONCE === 0) await nextTurn();
    const steps = write(utterance);
    let step = steps.next();
    while (!step.done) {
      await nextTurn();
      step = steps.next();
    }
    written.push(step.value);
  }
  return written;
}
