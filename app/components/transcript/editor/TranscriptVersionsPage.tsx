import type { SerializeFrom } from '@remix-run/node';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { compareTexts } from '@/app/domain/transcript/compare-texts';
import { SpeakerName } from '../SpeakerName';
import { type ShownUtterance, UtteranceText } from '../UtteranceText';
import { DiffSide, VersionDiff, VersionsPage, type VersionsPageProps } from './VersionsPage';

interface TranscriptVersionsPageProps extends Pick<VersionsPageProps, 'name' | 'versions'> {
  publicId: string;
  comparison: { version: number; differences: SerializeFrom<typeof compareTexts> } | null;
}

export function TranscriptVersionsPage({ publicId, comparison, ...page }: TranscriptVersionsPageProps) {
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${publicId}`;
  return (
    <VersionsPage {...page} base={base} back={t('versions.back')} first={t('versions.machine')}>
      {comparison && (
        <VersionDiff version={comparison.version} isSame={comparison.differences.length === 0}>
          {comparison.differences.map(({ startMs, removed, added }) => (
            <div key={startMs}>
              <a href={`${base}?t=${startMs / 1000}`}>{formatPosition(startMs)}</a>
              <DiffLines lines={removed} isRemoved />
              <DiffLines lines={added} />
            </div>
          ))}
        </VersionDiff>
      )}
    </VersionsPage>
  );
}

function DiffLines({ lines, isRemoved = false }: { lines: ShownUtterance[]; isRemoved?: boolean }) {
  if (lines.length === 0) return null;
  const Change = isRemoved ? 'del' : 'ins';
  return (
    <DiffSide isRemoved={isRemoved}>
      {lines.map(({ speaker, startMs, text, marks }) => (
        <Change key={startMs}>
          <SpeakerName speaker={speaker} />: <UtteranceText text={text} marks={marks} />
        </Change>
      ))}
    </DiffSide>
  );
}
