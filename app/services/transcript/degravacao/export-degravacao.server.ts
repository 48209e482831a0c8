import { log } from '@/app/config/log.server';
import type { SaveFirstForm } from '@/app/domain/draft/save-first';
import { AppError } from '@/app/domain/errors';
import { formatCsv } from '@/app/domain/format/csv';
import { effectiveChanges } from '@/app/domain/transcript/apply-changes';
import type { DegravacaoSheet } from '@/app/domain/transcript/degravacao/document';
import { pseudonymsOf } from '@/app/domain/transcript/degravacao/pseudonyms';
import {
  DEGRAVACAO_FORMATS,
  type DegravacaoRecord,
  participantsOf,
} from '@/app/domain/transcript/degravacao/record';
import { listPeople } from '@/app/domain/transcript/people';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import { degravacaoFormats, layOutDegravacao } from '@/app/integrations/export/index.server';
import type { Transcription } from '@/models/transcription.server';
import { digestRecording } from '../digest-recording.server';
import { EXPORT_FAILURES, type ExportedVersion, footOf } from '../export-transcript.server';
import { findOwnTranscription } from '../find-own-transcription.server';
import { readDraftText } from '../read-draft-text.server';
import { readTranscriptOf, type TranscriptView } from '../read-transcript.server';
import { readUnsavedChanges } from '../unsaved-changes.server';
import { composeDegravacao } from './compose-degravacao.server';
import { readRecord } from './read-degravacao.server';

interface DegravacaoRequest {
  publicId: string;
  /** Of labels and formulas; the text keeps its own language. */
  language: InterfaceLanguage;
}

/**
 * The degravação as a file, of the saved text and the kept record.
 * @param extension 'pdf' or 'docx'
 * @throws AppError 'transcription.not-found', for an unknown extension too; 'export.…-failed', logged
 */
export async function exportDegravacao(
  userId: number,
  { publicId, language, extension }: DegravacaoRequest & { extension: string },
): Promise<ExportedVersion> {
  const transcription = await findOwnTranscription(userId, publicId);
  const kind = DEGRAVACAO_FORMATS.find((known) => known === extension);
  if (!kind) throw new AppError('transcription.not-found');
  const transcript = await readTranscriptOf(transcription);
  const { record } = await readRecord(transcription.id);
  const gone = translator(language, 'transcript')('export.fact.digest.gone');
  const digest = (await digestRecording(transcription)) ?? gone;
  const { fileName } = transcription;
  const { changeCount: unsavedCount } = await readUnsavedChanges(transcription.id);
  const { version, updatedAt: savedAt } = transcript;
  const foot = footOf({ version, savedAt, unsavedCount }, language);
  const document = composeDegravacao({ record, transcript, fileName, digest, foot, language });
  const { contentType, render } = degravacaoFormats[kind];
  try {
    const body = await render(document);
    return { fileName: `${document.title}.${kind}`, contentType, body, version, unsavedCount };
  } catch (error) {
    log.error({ error, publicId, extension }, 'a degravação could not be written');
    throw new AppError(EXPORT_FAILURES[kind]!);
  }
}

/**
 * Which code stands for whom, as CSV. It is a file of its own, so that it can be kept apart from the text.
 * @throws AppError 'transcription.not-found'
 */
export async function exportCodes(
  userId: number,
  { publicId, language }: DegravacaoRequest,
): Promise<ExportedVersion> {
  const transcription = await findOwnTranscription(userId, publicId);
  const { utterances, version } = await readTranscriptOf(transcription);
  const { changeCount: unsavedCount } = await readUnsavedChanges(transcription.id);
  const { record } = await readRecord(transcription.id);
  const t = translator(language, 'transcript');
  const speakers = listPeople(utterances).map(({ speaker }) => speaker);
  const head = ['code', 'inText', 'name', 'role'].map((column) => t(`degravacao.codes.${column}`));
  const rows = pseudonymsOf(participantsOf(record, speakers)).map(({ code, participant }) => [
    code,
    participant.speaker,
    participant.name,
    participant.role,
  ]);
  return {
    version,
    unsavedCount,
    fileName: `${transcription.title} - ${t('degravacao.codes')}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: formatCsv([head, ...rows], language),
  };
}

interface PreviewRequest extends DegravacaoRequest {
  record: DegravacaoRecord;
  /** What becomes of unsaved changes of the text; they are shown if it is not said. */
  unsaved?: SaveFirstForm['unsaved'];
}

/** What a preview lays out of the text: enough for its first page. */
const PREVIEWED_UTTERANCES = 40;

/** The text that a download would have: with the unsaved changes, unless they are to be left out. */
async function readTextToBe(
  transcription: Transcription,
  unsaved: SaveFirstForm['unsaved'],
): Promise<TranscriptView> {
  const saved = await readTranscriptOf(transcription);
  if (unsaved === 'leave') return saved;
  const { blocks, changes } = await readDraftText(transcription.id);
  if (effectiveChanges(changes).length === 0) return saved;
  return { ...saved, utterances: blocks, version: saved.version + 1, updatedAt: new Date() };
}

/**
 * The pages of the document that a record would make; of the text only the first page.
 * @throws AppError 'transcription.not-found'
 */
export async function previewDegravacao(
  userId: number,
  { publicId, language, record, unsaved }: PreviewRequest,
): Promise<DegravacaoSheet[]> {
  const transcription = await findOwnTranscription(userId, publicId);
  const transcript = await readTextToBe(transcription, unsaved);
  const t = translator(language, 'transcript');
  const isGone = transcription.recordingGoneAt !== null;
  const later = t(isGone ? 'export.fact.digest.gone' : 'degravacao.preview.digest');
  const digest = transcription.recordingSha256 ?? later;
  const { fileName } = transcription;
  const document = composeDegravacao({ record, transcript, fileName, digest, foot: null, language });
  let spoken = 0;
  const blocks = document.blocks.filter(({ kind }) => kind !== 'speech' || ++spoken <= PREVIEWED_UTTERANCES);
  const sheets = await layOutDegravacao({ ...document, blocks });
  const hasSpeech = ({ lines }: DegravacaoSheet) => lines.some(({ kind }) => kind === 'speech');
  const first = sheets.findIndex(hasSpeech);
  const isWhole = spoken <= PREVIEWED_UTTERANCES;
  return sheets
    .filter((sheet, index) => index <= first || !hasSpeech(sheet))
    .map((sheet, index) => (isWhole || index <= first ? sheet : { ...sheet, number: null }));
}
