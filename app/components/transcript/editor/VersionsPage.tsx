import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_UNNAMED_VERSIONS } from '@/app/domain/transcript/version-forms';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { DateTime } from '../../ui/DateTime';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { BackLink } from '../../ui/Icon';
import { PostForm } from '../../ui/PostForm';
import { Select } from '../../ui/Select';
import { VersionNameForm } from './VersionNameForm';
import styles from './VersionsPage.module.css';

interface VersionView {
  version: number;
  /** Given by its owner. */
  name: string | null;
  savedAt: Date;
  /** Its writing was restored from the first one. */
  isRestored?: boolean;
}

export interface VersionsPageProps {
  base: string;
  back: string;
  name: string;
  versions: VersionView[];
  /** Changes that are in no version. */
  unsavedCount: number;
  /** What the first version is, beside its number. */
  first?: string;
  /** The versions that are being compared. */
  sides: { from: number; to: number } | null;
  children?: ReactNode;
}

/** The number of a version, and its name. */
function useVersionLabel({ first }: Pick<VersionsPageProps, 'first'>) {
  const { t } = useTranslation('transcript');
  return ({ version, name, isRestored }: Omit<VersionView, 'savedAt'>) => {
    const origin = version === 1 ? first : isRestored && t('versions.restored');
    return [t('versions.number', { version }), name ?? origin].filter(Boolean).join(' · ');
  };
}

export function VersionsPage(props: VersionsPageProps) {
  const { t } = useTranslation('transcript');
  const { base, back, name, versions, unsavedCount, children } = props;
  return (
    <article className={styles.page}>
      <header>
        <BackLink href={base}>{back}</BackLink>
        <h1>{t('versions.title')}</h1>
        <p>
          <bdi>{name}</bdi>
        </p>
      </header>
      <ErrorSummary />
      {unsavedCount > 0 && (
        <Alert kind="info">
          <p>
            {t('waiting', { count: unsavedCount })} <a href={base}>{t('versions.unsaved')}</a>
          </p>
        </Alert>
      )}
      <ol className={styles.versions}>
        {versions.map((version, index) => (
          <VersionItem key={version.version} {...props} isCurrent={index === 0} view={version} />
        ))}
      </ol>
      <p>{t('versions.kept', { count: MAX_UNNAMED_VERSIONS })}</p>
      {versions.length > 1 && <SidesForm {...props} />}
      {children}
    </article>
  );
}

function VersionItem(props: VersionsPageProps & { isCurrent: boolean; view: VersionView }) {
  const { base, unsavedCount, isCurrent, view } = props;
  const { version, savedAt } = view;
  const { t } = useTranslation('transcript');
  const labelOf = useVersionLabel(props);
  return (
    <li id={`version-${version}`}>
      <div>
        <h2>
          <bdi>{labelOf(view)}</bdi>
        </h2>
        <p>
          {t('versions.saved')} <DateTime at={savedAt} />
          {isCurrent && <strong> · {t('versions.current')}</strong>}
        </p>
      </div>
      <div className={styles.actions}>
        <a href={`${base}/versions?read=${version}#text`}>{t('versions.read')}</a>
        {!isCurrent && (
          <>
            <a href={`${base}/versions?compare=${version}#comparison`}>{t('versions.compare')}</a>
            <RestoreForm base={base} version={version} unsavedCount={unsavedCount} />
          </>
        )}
        <VersionNameForm base={base} version={version} name={view.name} />
      </div>
    </li>
  );
}

interface RestoreFormProps {
  base: string;
  version: number;
  unsavedCount: number;
}

/** Brings a version back, after unsaved changes have become one. */
function RestoreForm({ base, version, unsavedCount }: RestoreFormProps) {
  const { t } = useTranslation('transcript');
  return (
    <PostForm intent="restore" action={`${base}/versions`}>
      <input type="hidden" name="version" value={version} />
      {unsavedCount > 0 ? (
        <Button kind="quiet" name="unsaved" value="save">
          {t('versions.saveAndRestore')}
        </Button>
      ) : (
        <Button kind="quiet">{t('versions.restore')}</Button>
      )}
    </PostForm>
  );
}

/** Chooses the two versions to compare. */
function SidesForm(props: VersionsPageProps) {
  const { base, versions, sides } = props;
  const { t } = useTranslation('transcript');
  const labelOf = useVersionLabel(props);
  const options = versions.map((view) => ({ value: String(view.version), label: labelOf(view) }));
  const [newest, older] = versions.map(({ version }) => version);
  return (
    <form className={styles.sides} action={`${base}/versions#comparison`}>
      <Select name="compare" label={t('versions.from')} value={`${sides?.from ?? older}`} options={options} />
      <Select name="with" label={t('versions.to')} value={`${sides?.to ?? newest}`} options={options} />
      <Button kind="quiet">{t('versions.compareBoth')}</Button>
    </form>
  );
}

interface VersionReadingProps {
  base: string;
  view: VersionView;
  newest: number;
  unsavedCount: number;
  first?: string;
  children: ReactNode;
}

/** The whole text of a version, to be read before it is brought back. */
export function VersionReading({
  base,
  view,
  newest,
  unsavedCount,
  children,
  ...labels
}: VersionReadingProps) {
  const { t } = useTranslation('transcript');
  const labelOf = useVersionLabel(labels);
  const { version } = view;
  return (
    <section id="text" className={styles.reading} aria-labelledby="text-title">
      <h2 id="text-title">
        <bdi>{labelOf(view)}</bdi>
      </h2>
      {version !== newest && (
        <div className={styles.actions}>
          <RestoreForm base={base} version={version} unsavedCount={unsavedCount} />
          <a href={`${base}/versions?compare=${version}#comparison`}>{t('versions.compare')}</a>
        </div>
      )}
      {children}
    </section>
  );
}
