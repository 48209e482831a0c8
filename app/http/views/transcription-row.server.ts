import type { AppErrorCode } from '@/app/domain/errors';
import { canResend } from '@/app/domain/transcription/hopeless-failure';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import type { TranscriptionRow } from '@/app/services/library/list-transcriptions.server';
import type { ModelState } from '@/app/services/transcription/describe-model.server';
import { errorParams } from '@/app/services/transcription/error-params.server';
import { languageOf } from '../headers/language.server';
import { isAdministrator } from '../session/admin.server';

/** @param user the reader: an administrator is told what to install, others what to do without it */
export async function toRowView(
  request: Request,
  row: TranscriptionRow,
  model: ModelState,
  user: SignedInUser,
) {
  const { errorCode, ...shown } = row;
  const language = await languageOf(request);
  return {
    ...shown,
    canResend: canResend(row),
    modelPercent: model.state === 'fetching' ? model.percent : null,
    errorMessage: errorCode && failureMessage(errorCode, language, user),
  };
}

/** Why a transcription failed, as its owner reads it. */
export function failureMessage(
  errorCode: AppErrorCode,
  language: InterfaceLanguage,
  user: SignedInUser,
): string {
  if (errorCode === 'video.no-downloader' && isAdministrator(user)) {
    return translator(language, 'transcription')('video.installDownloader');
  }
  return translator(language, 'errors')(errorCode, errorParams(errorCode));
}
