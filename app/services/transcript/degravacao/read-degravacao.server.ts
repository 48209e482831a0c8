import type { Transaction } from 'sequelize';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import {
  type DegravacaoRecord,
  EMPTY_RECORD,
  type Participant,
  participantsOf,
} from '@/app/domain/transcript/degravacao/record';
import { listPeople, MAX_PEOPLE, mainPeople } from '@/app/domain/transcript/people';
import { Degravacao } from '@/models/degravacao.server';
import { pick } from '../../platform/pick';
import { findOwnTranscription } from '../find-own-transcription.server';
import { readTranscriptOf } from '../read-transcript.server';
import { readUnsavedChanges } from '../unsaved-changes.server';

export interface KeptRecord {
  record: DegravacaoRecord;
  /** Incremented at every change; 0 before there is one. */
  version: number;
}

/** @param transcriptionId of a transcription that the caller may read */
export async function readRecord(
  transcriptionId: number,
  transaction: Transaction | null = null,
): Promise<KeptRecord> {
  const kept = await Degravacao.findOne({ where: { transcriptionId }, transaction });
  if (!kept) return { record: EMPTY_RECORD, version: 0 };
  const record = {
    ...pick(kept, 'profile', 'quoted', 'caseNumber', 'court', 'actKind', 'hearingDate', 'recordingDate'),
    ...pick(kept, 'responsible', 'registration'),
    participants: JSON.parse(kept.participants) as Participant[],
  };
  return { record, version: kept.version };
}

export interface DegravacaoView extends KeptRecord {
  publicId: string;
  /** Of the transcription. */
  title: string;
  /** Those who speak most in the saved text, at most MAX_PEOPLE. */
  people: Participant[];
  unsaved: UnsavedChanges;
}

/** @throws AppError 'transcription.not-found', also before there is a transcript */
export async function readDegravacao(userId: number, publicId: string): Promise<DegravacaoView> {
  const transcription = await findOwnTranscription(userId, publicId);
  const { utterances } = await readTranscriptOf(transcription);
  const speakers = mainPeople(listPeople(utterances), MAX_PEOPLE).map(({ speaker }) => speaker);
  const kept = await readRecord(transcription.id);
  return {
    ...pick(transcription, 'publicId', 'title'),
    ...kept,
    people: participantsOf(kept.record, speakers),
    unsaved: await readUnsavedChanges(transcription.id),
  };
}
