import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { timeLink } from '@/app/domain/transcript/time-link';
import type { ImportFormat } from '@/app/domain/upload/import/imported-passage';
import type { ImportRepair } from '@/app/domain/upload/import/repair-times';
import { Alert } from '../ui/Alert';

/** As people call the formats. */
const NAMES: Readonly<Record<ImportFormat, string>> = {
  srt: 'SRT',
  vtt: 'VTT',
  txt: 'TXT',
  celeste: 'JSON (Celeste)',
  whisper: 'JSON (Whisper)',
  assemblyai: 'JSON (AssemblyAI)',
  deepgram: 'JSON (Deepgram)',
};

export interface ImportNotesProps {
  format: ImportFormat;
  repairs: readonly ImportRepair[];
}

/** Where a text comes from, and what was put right in it. */
export function ImportNotes({ format, repairs }: ImportNotesProps) {
  const { t } = useTranslation('transcript');
  return (
    <Alert kind="info">
      <p>{t('imported', { format: NAMES[format] })}</p>
      {repairs.map(({ kind, count, atMs }) => {
        const said = t(`imported.${kind}`, { count, at: formatPosition(atMs) });
        const isSomewhere = kind === 'order' || kind === 'overlap';
        return <p key={kind}>{isSomewhere ? <a href={timeLink(atMs)}>{said}</a> : said}</p>;
      })}
    </Alert>
  );
}
