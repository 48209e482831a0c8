import { useTranslation } from 'react-i18next';
import { Moment } from '@/app/components/ui/Moment';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { Difference } from '@/app/domain/transcription/compare-texts';
import type { UtteranceView } from '@/app/domain/transcription/transcript-change';
import { SpeakerName } from '../transcript/SpeakerName';
import { UtteranceText } from '../transcript/UtteranceText';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { SubmissionId } from '../ui/SubmissionId';
import styles from './VersionsPage.module.css';

interface VersionView {
  version: number;
  /** ISO 8601. */
  savedAt: string;
  submissionId: string;
}

export interface VersionsPageProps {
  publicId: string;
  /** Title of the transcription. */
  name: string;
  /** Newest first; the last is the machine's own. */
  versions: VersionView[];
  /** One of them beside the newest. */
  comparison: { version: number; differences: Difference[] } | null;
  errors: FormErrors;
}

/** The texts that were saved one after the other: to compare, and to go back to. */
export function VersionsPage({ publicId, name, versions, comparison, errors }: VersionsPageProps) {
  const { t } = useTranslation('editor');
  const base = `/transcriptions/${publicId}`;
  return (
    <article className={styles.page}>
      <header>
        <a href={base}>
          <Icon name="arrow-left" /> {t('versions.back')}
        </a>
        <h1>{t('versions.title')}</h1>
        <p>
          <bdi>{name}</bdi>
        </p>
      </header>
      <ErrorSummary errors={errors} />
      <ol className={styles.versions}>
        {versions.map((version, index) => (
          <Version key={version.version} base={base} isCurrent={index === 0} {...version} />
        ))}
      </ol>
      {comparison && <Comparison base={base} {...comparison} />}
    </article>
  );
}

function Version({
  base,
  isCurrent,
  version,
  savedAt,
  submissionId,
}: VersionView & { base: string; isCurrent: boolean }) {
  const { t } = useTranslation('editor');
  return (
    <li>
      <div>
        <h2>{version === 1 ? t('versions.machine') : t('versions.number', { version })}</h2>
        <p>
          {t('versions.saved')} <Moment iso={savedAt} />
          {isCurrent && <strong> · {t('versions.current')}</strong>}
        </p>
      </div>
      {!isCurrent && (
        <div className={styles.actions}>
          <a href={`${base}/versions?compare=${version}#comparison`}>{t('versions.compare')}</a>
          <form method="post" action={`${base}/versions`} data-island="submit-once">
            <SubmissionId value={submissionId} />
            <input type="hidden" name="version" value={version} />
            <Button kind="quiet">{t('versions.restore')}</Button>
          </form>
        </div>
      )}
    </li>
  );
}

function Comparison({
  base,
  version,
  differences,
}: {
  base: string;
  version: number;
  differences: Difference[];
}) {
  const { t } = useTranslation('editor');
  return (
    <section className={styles.comparison} id="comparison" aria-labelledby="comparison-title">
      <h2 id="comparison-title">{t('versions.comparing', { version })}</h2>
      {differences.length === 0 && <p>{t('versions.same')}</p>}
      {differences.map(({ startMs, removed, added }) => (
        <div key={startMs}>
          <a href={`${base}?t=${startMs / 1000}`}>{formatPosition(startMs)}</a>
          <Lines label={t('versions.removed')} lines={removed} isRemoved />
          <Lines label={t('versions.added')} lines={added} />
        </div>
      ))}
    </section>
  );
}

interface LinesProps {
  label: string;
  lines: UtteranceView[];
  isRemoved?: boolean;
}

function Lines({ label, lines, isRemoved = false }: LinesProps) {
  if (lines.length === 0) return null;
  const Change = isRemoved ? 'del' : 'ins';
  return (
    <div data-tone={isRemoved ? 'red' : 'green'}>
      <h3>{label}</h3>
      {lines.map(({ speaker, startMs, text, marks }) => (
        <Change key={startMs}>
          <SpeakerName speaker={speaker} />: <UtteranceText text={text} marks={marks} />
        </Change>
      ))}
    </div>
  );
}
