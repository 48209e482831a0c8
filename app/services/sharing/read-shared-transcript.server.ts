import { Op } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import type { CopyQuality } from '@/app/domain/transcription/recording-copies';
import { extensionOf } from '@/app/domain/transcription/recording-file';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { Share } from '@/models/share.server';
import { Transcription } from '@/models/transcription.server';
import { hashShareToken } from '../../config/token.server';
import { type ExportedFile, renderExport } from '../transcript/export-transcript.server';
import { type OpenRecording, openRecordingOf, recordingSizeBytes } from '../transcript/open-recording.server';
import { readTranscriptOf, type TranscriptView } from '../transcript/read-transcript.server';

/** A transcription as visitors with a share link see it: its last saved text. */
export interface SharedTranscript {
  transcript: TranscriptView;
  expiresAt: Date;
  hasAudio: boolean;
}

/** @throws AppError 'transcription.not-found' for an unknown, an expired and a revoked link alike */
export async function readSharedTranscript(token: string): Promise<SharedTranscript> {
  const { share, transcription } = await findActiveShare(token);
  return {
    transcript: await readTranscriptOf(transcription),
    expiresAt: share.expiresAt,
    hasAudio: share.withAudio && (await recordingSizeBytes(transcription)) !== null,
  };
}

/** WebVTT captions for the recording behind a share link. @throws as openSharedRecording */
export async function exportSharedCaptions(
  token: string,
  language: InterfaceLanguage,
): Promise<ExportedFile> {
  const { transcript, hasAudio } = await readSharedTranscript(token);
  if (!hasAudio) throw new AppError('transcription.not-found');
  return renderExport(transcript, { extension: 'vtt', language }, null);
}

/** Named by the title. @throws as readSharedTranscript, also when the link excludes audio */
export async function openSharedRecording(
  token: string,
  copy: CopyQuality | null = null,
): Promise<OpenRecording> {
  const { share, transcription } = await findActiveShare(token);
  if (!share.withAudio) throw new AppError('transcription.not-found');
  const { title, fileName } = transcription;
  return openRecordingOf(transcription, `${title}${extensionOf(fileName)}`, copy);
}

async function findActiveShare(token: string): Promise<{ share: Share; transcription: Transcription }> {
  const share = await Share.findOne({
    where: { tokenHash: hashShareToken(token), revokedAt: null, expiresAt: { [Op.gt]: new Date() } },
  });
  const transcription = share && (await Transcription.findByPk(share.transcriptionId));
  if (!transcription) throw new AppError('transcription.not-found');
  return { share, transcription };
}
