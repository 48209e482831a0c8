import { randomUUID } from 'node:crypto';
import { AppError } from '@/app/domain/errors';
import { encodeMarks, rewriteUtterances } from '@/app/domain/transcript/rewrite-utterances';
import type { HighlightColor, Word } from '@/app/domain/transcript/transcript';
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

type UtteranceMark = HighlightColor | 'struck' | 'none';

/**
 * An empty text deletes it; without a text or a speaker it keeps its own. `words` are indexes of the words to be marked, in the
 * text before. Returns its index.
 * @throws AppError 'transcription.not-found', 'transcript.conflict', 'transcript.too-long'
 */
export function editUtterance(
  userId: number,
  publicId: string,
  edit: UtteranceForm & {
    text: string | undefined;
    speaker?: string | undefined;
    words?: number[];
    mark?: UtteranceMark;
  },
): Promise<number> {
  const { text: typed, speaker: named, words = [], mark = 'none', ...form } = edit;
  return replaceUtterance(userId, publicId, form, (block) => {
    const { id } = block;
    const speaker = named ?? block.speaker;
    const text = typed ?? block.text;
    const marked = { ...block, words: markWords(block.words, new Set(words), mark) };
    const [written] = rewriteUtterances([marked], [{ id, speaker, text }]);
    return { speaker, text, marks: encodeMarks(written?.words ?? []) };
  });
}

function markWords(words: readonly Word[], chosen: ReadonlySet<number>, mark: UtteranceMark): Word[] {
  return words.map((word, index) => {
    if (!chosen.has(index)) return word;
    const { highlight: _highlight, struck: _struck, ...bare } = word;
    if (mark === 'none') return bare;
    return mark === 'struck' ? { ...word, struck: true as const } : { ...word, highlight: mark };
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
