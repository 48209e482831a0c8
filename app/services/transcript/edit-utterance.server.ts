import { randomUUID } from 'node:crypto';
import { AppError } from '@/app/domain/errors';
import { encodeMarks } from '@/app/domain/transcript/rewrite-utterances';
import type { HighlightColor } from '@/app/domain/transcript/transcript';
import type { EditableUtterance, Mark } from '@/app/domain/transcript/transcript-change';
import { readDraftTranscript } from './read-transcript.server';
import { changeDraftAndSave } from './save-draft.server';

/** `found` is null when it is gone or changed. @throws AppError 'transcription.not-found' */
export async function findUtterance(userId: number, publicId: string, blockId: string) {
  const transcript = await readDraftTranscript(userId, publicId);
  const index = transcript.blocks.findIndex(({ id }) => id === blockId);
  const block = transcript.blocks[index];
  return { transcript, found: block ? { block, index } : null };
}

interface UtteranceForm {
  blockId: string;
  version: number;
  submissionId: string;
}

/**
 * An empty text deletes it. Returns its index.
 * @throws AppError 'transcription.not-found', 'transcript.conflict', 'transcript.too-long'
 */
export function editUtterance(
  userId: number,
  publicId: string,
  { text, ...form }: UtteranceForm & { text: string },
): Promise<number> {
  return replaceUtterance(userId, publicId, form, ({ speaker }) => ({ speaker, text }));
}

/** `words` are indexes in the utterance, whose index is returned. @throws as editUtterance */
export function markWords(
  userId: number,
  publicId: string,
  { words, mark, ...form }: UtteranceForm & { words: number[]; mark: HighlightColor | 'struck' | 'none' },
): Promise<number> {
  const chosen = new Set(words);
  return replaceUtterance(userId, publicId, form, (block) => {
    const marked = block.words.map((word, index) => {
      if (!chosen.has(index)) return word;
      const { highlight: _highlight, struck: _struck, ...bare } = word;
      if (mark === 'none') return bare;
      return mark === 'struck' ? { ...word, struck: true as const } : { ...word, highlight: mark };
    });
    return { speaker: block.speaker, text: block.text, marks: encodeMarks(marked) };
  });
}

/** Of one utterance, whose index is returned. @throws as editUtterance */
export function renameUtteranceSpeaker(
  userId: number,
  publicId: string,
  { speaker, ...form }: UtteranceForm & { speaker: string },
): Promise<number> {
  return replaceUtterance(userId, publicId, form, ({ text }) => ({ speaker, text }));
}

function replaceUtterance(
  userId: number,
  publicId: string,
  { blockId, ...form }: UtteranceForm,
  rewrite: (block: EditableUtterance) => { speaker: string; text: string; marks?: Mark[] },
): Promise<number> {
  return changeDraftAndSave(userId, publicId, form, (blocks) => {
    const block = blocks.find(({ id }) => id === blockId);
    if (!block) throw new AppError('transcript.conflict');
    return { kind: 'replace', ids: [blockId], blocks: [{ id: randomUUID(), ...rewrite(block) }] };
  });
}

interface SpeakerForm {
  version: number;
  from: string;
  to: string;
  /** Whether to merge with a speaker who already has the new name. */
  mayMerge: boolean;
  submissionId: string;
}

/** @throws AppError 'transcription.not-found', 'transcript.conflict', 'transcript.speaker-merge' */
export async function renameSpeaker(
  userId: number,
  publicId: string,
  { from, to, mayMerge, ...form }: SpeakerForm,
): Promise<void> {
  await changeDraftAndSave(userId, publicId, form, (blocks) => {
    if (!mayMerge && to !== from && blocks.some(({ speaker }) => speaker === to)) {
      throw new AppError('transcript.speaker-merge');
    }
    return { kind: 'rename', from, to };
  });
}
