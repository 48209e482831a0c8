import { randomUUID } from 'node:crypto';
import { AppError } from '@/app/domain/errors';
import type { NameOffer } from '@/app/domain/speech/offer-names';
import {
  listPeople,
  MAX_PEOPLE,
  mainPeople,
  mergeKey,
  mergesOf,
  type NameChange,
  type Person,
  renameSteps,
} from '@/app/domain/transcript/people';
import { doubtsOf, type PersonDoubt } from '@/app/domain/transcript/person-doubts';
import { freeLabel } from '@/app/domain/transcript/speaker';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { pick } from '../platform/pick';
import { findOwnTranscription } from './find-own-transcription.server';
import { readInvitedNames } from './invited-names.server';
import { readKnownSpeakers } from './known-speakers.server';
import { readDraftTranscript } from './read-transcript.server';
import { changeDraftAndSave } from './save-draft.server';
import { dismissNameOffer, readNameOffers } from './voices.server';

/** Utterances of one person that a page offers at once. */
const UTTERANCES_PER_PAGE = 100;

/** Of an utterance: enough to recognize it. */
const EXCERPT_LENGTH = 240;

export interface PeopleView
  extends Pick<
    Awaited<ReturnType<typeof readDraftTranscript>>,
    'publicId' | 'version' | 'hasRecording' | 'confidenceScore' | 'modelName'
  > {
  /** Those who speak most, at most MAX_PEOPLE, in the order in which they begin. */
  people: Person[];
  /** By name: those whose voices are very similar to theirs, and whether they may be two. */
  doubts: PersonDoubt[];
  /** Names that similar voices in other transcriptions have. */
  offers: NameOffer[];
  /** Everybody's name. */
  speakers: string[];
  /** Names of those who were invited, then names that the account gave before. */
  knownNames: string[];
}

/** The people of a transcript with its unsaved changes. @throws AppError 'transcription.not-found' */
export async function readPeople(userId: number, publicId: string): Promise<PeopleView> {
  const transcript = await readDraftTranscript(userId, publicId);
  const people = listPeople(transcript.blocks);
  return {
    ...pick(transcript, 'publicId', 'version', 'hasRecording', 'confidenceScore', 'modelName'),
    people: mainPeople(people, MAX_PEOPLE),
    doubts: doubtsOf(transcript.blocks, transcript.voiceDoubts),
    offers: await readNameOffers(userId, publicId, transcript.blocks),
    speakers: people.map(({ speaker }) => speaker),
    knownNames: await readSuggestedNames(userId, publicId),
  };
}

export interface PersonView {
  publicId: string;
  version: number;
  speaker: string;
  hue: number;
  /** What a new person is called without a name; null when all labels are taken. */
  freeLabel: string | null;
  /** Names of the others in this transcript, of those who were invited, and names that the account gave before. */
  names: string[];
  /** A page of what the person says. */
  utterances: { id: string; startMs: number; endMs: number; excerpt: string }[];
  /** Index of the first shown utterance among the person's. */
  from: number;
  total: number;
}

/** Null when nobody has the name. @throws AppError 'transcription.not-found' */
export async function readPerson(
  userId: number,
  publicId: string,
  { speaker, from }: { speaker: string; from: number },
): Promise<PersonView | null> {
  const { version, blocks } = await readDraftTranscript(userId, publicId);
  const own = blocks.filter((block) => block.speaker === speaker);
  const person = listPeople(blocks).find((each) => each.speaker === speaker);
  if (!person) return null;
  const names = new Set([
    ...blocks.map((block) => block.speaker),
    ...(await readSuggestedNames(userId, publicId)),
  ]);
  names.delete(speaker);
  return {
    publicId,
    version,
    speaker,
    hue: person.hue,
    freeLabel: freeLabel(blocks.map((block) => block.speaker)),
    names: [...names],
    utterances: own.slice(from, from + UTTERANCES_PER_PAGE).map(({ id, startMs, endMs, text }) => ({
      id,
      startMs,
      endMs,
      excerpt: text.slice(0, EXCERPT_LENGTH),
    })),
    from,
    total: own.length,
  };
}

async function readSuggestedNames(userId: number, publicId: string): Promise<string[]> {
  const { id } = await findOwnTranscription(userId, publicId);
  return [...new Set([...(await readInvitedNames(id)), ...(await readKnownSpeakers(userId))])];
}

interface PeopleForm {
  version: number;
  submissionId: string;
}

/**
 * Renames several people at once, so that two may swap their names. An empty new name changes nothing.
 * @param agreed key of the merges that the reader agreed to (`mergeKey`); null for none
 * @throws AppError 'transcription.not-found', 'transcript.conflict'; 'transcript.people-merge' when people
 *   would become one without the reader's agreement
 */
export async function renamePeople(
  userId: number,
  publicId: string,
  { renames, agreed, ...form }: PeopleForm & { renames: NameChange[]; agreed: string | null },
): Promise<void> {
  await changeDraftAndSave(userId, publicId, form, (blocks) => {
    const wanted = renames.filter(({ from, to }) => to !== '' && to !== from);
    const merges = mergesOf(
      blocks.map(({ speaker }) => speaker),
      wanted,
    );
    if (merges.length > 0 && agreed !== mergeKey(merges)) throw new AppError('transcript.people-merge');
    return renameSteps(wanted, randomUUID).map((step) => ({ kind: 'rename', ...step }));
  });
}

/** @throws AppError 'transcription.not-found' */
export async function refuseNameOffer(
  userId: number,
  publicId: string,
  { speaker, submissionId }: { speaker: string; submissionId: string },
): Promise<void> {
  const { blocks: utterances } = await readDraftTranscript(userId, publicId);
  await dismissNameOffer(userId, publicId, { speaker, submissionId, utterances });
}

/**
 * Gives chosen utterances of one person to somebody else.
 * @param to name of the other person; empty for somebody new without a name
 * @throws AppError 'transcription.not-found', 'transcript.conflict'; 'transcript.speaker-required' without a
 *   name when all labels are taken
 */
export async function splitPerson(
  userId: number,
  publicId: string,
  { speaker, blockIds, to, ...form }: PeopleForm & { speaker: string; blockIds: string[]; to: string },
): Promise<void> {
  await changeDraftAndSave(userId, publicId, form, (blocks) => {
    const chosen = new Set(blockIds);
    const own = blocks.filter((block) => chosen.has(block.id) && block.speaker === speaker);
    if (own.length < chosen.size) throw new AppError('transcript.conflict');
    const name = to || nameOfNobody(blocks);
    return own.map(({ id, text }) => ({
      kind: 'replace',
      ids: [id],
      blocks: [{ id: randomUUID(), speaker: name, text }],
    }));
  });
}

function nameOfNobody(blocks: readonly EditableUtterance[]): string {
  const label = freeLabel(blocks.map(({ speaker }) => speaker));
  if (!label) throw new AppError('transcript.speaker-required');
  return label;
}
