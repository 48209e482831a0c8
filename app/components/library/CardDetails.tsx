import { useTranslation } from 'react-i18next';
import { confidenceLevel } from '@/app/domain/format/confidence-level';
import { formatBytes } from '@/app/domain/format/format-bytes';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import type { TranscriptionRow } from './transcription-row';

export function CardDetails({ row }: { row: TranscriptionRow }) {
  const { t, i18n } = useTranslation('transcription');
  const size = formatBytes(row.sizeBytes, toInterfaceLanguage(i18n.language));
  const { modelName, confidenceScore } = row;
  return (
    <details>
      <summary>{t('details')}</summary>
      <dl>
        <dt>{t('details.file')}</dt>
        <dd>
          <bdi>{row.fileName}</bdi> ({size})
        </dd>
        <dt>{t('details.language')}</dt>
        <dd>{t(`language.${row.language}`)}</dd>
        {modelName && (
          <>
            <dt>{t('details.model')}</dt>
            <dd>{t(`details.model.${modelName}`, modelName)}</dd>
          </>
        )}
        {confidenceScore !== null && (
          <>
            <dt>{t('confidence', { ns: 'transcript' })}</dt>
            <dd>{t(`confidence.${confidenceLevel(confidenceScore)}`, { ns: 'transcript' })}</dd>
          </>
        )}
      </dl>
    </details>
  );
}
