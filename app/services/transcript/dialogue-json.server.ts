// Bounded by bytes and time, which a Map is not (lru-cache 11, BlueOak-1.0.0).
import { LRUCache } from 'lru-cache';
import { dialogueJsonString } from '@/app/domain/transcript/dialogue-json';
import { readSavedHead, readSavedText } from './saved-text.server';

const MEGABYTE = 1024 ** 2;
const KEPT_MS = 5 * 60_000;

/** Of texts asked for lately: programs ask for one again and again. A saved version never changes. */
const kept = new LRUCache<string, Buffer>({
  maxSize: 16 * MEGABYTE,
  maxEntrySize: 4 * MEGABYTE,
  ttl: KEPT_MS,
  sizeCalculation: ({ length }) => Math.max(1, length),
});

/**
 * The dialogue of the newest saved text as dialogueJsonString writes it, in UTF-8.
 * @throws AppError 'transcription.not-found' without a text
 */
export async function readDialogueJson(transcriptionId: number) {
  const head = await readSavedHead(transcriptionId);
  // A transcription that was sent again begins anew at version 1.
  const keyOf = ({ version, savedAt }: { version: number; savedAt: Date }) =>
    `${transcriptionId}.${version}.${savedAt.getTime()}`;
  const found = head && kept.get(keyOf(head));
  if (found) return { ...head, dialogue: found };
  const { version, savedAt, utterances } = await readSavedText(transcriptionId);
  const dialogue = Buffer.from(dialogueJsonString(utterances));
  kept.set(keyOf({ version, savedAt }), dialogue);
  return { version, savedAt, dialogue };
}
