import { translator } from '@/app/i18n/texts.server';
import type { TranscriptionRow } from '@/app/services/library/list-transcriptions.server';
import type { ModelState } from '@/app/services/transcription/describe-model.server';
import { errorParams } from '@/app/services/transcription/error-params.server';
import { languageOf } from '../headers/language.server';

export async function toRowView(request: Request, row: TranscriptionRow, model: ModelState) {
  const { errorCode, ...shown } = row;
  const t = translator(await languageOf(request), 'errors');
  return {
    ...shown,
    modelPercent: model.state === 'fetching' ? model.percent : null,
    errorMessage: errorCode && t(errorCode, errorParams(errorCode)),
  };
}
