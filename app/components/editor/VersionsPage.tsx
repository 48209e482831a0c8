import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { Moment } from '../ui/Moment';
import { PostForm } from '../ui/PostForm';
import styles from './VersionsPage.module.css';

interface VersionView {
  version: number;
  /** ISO 8601. */
  savedAt: string;
  submissionId: string;
}

export interface VersionsPageProps {
  /** Address of what they are versions of, and what the way back there is called. */
  base: string;
  back: string;
  name: string;
  /** Newest first. */
  versions: VersionView[];
  /** What the first version is called, when it has a name of its own. */
  first?: string;
  /** What is called to read one of them, where that can be done. */
  read?: string;
  errors: FormErrors;
  /** One of them, or what is to be said of it. */
  children?: ReactNode;
}

/** The texts that were saved one after the other: to compare, and to go back to. */
export function VersionsPage(props: VersionsPageProps) {
  const { t } = useTranslation('editor');
  const { base, back, name, versions, errors, children } = props;
  return (
    <article className={styles.page}>
      <header>
        <a href={base}>
          <Icon name="arrow-left" /> {back}
        </a>
        <h1>{t('versions.title')}</h1>
        <p>
          <bdi>{name}</bdi>
        </p>
      </header>
      <ErrorSummary errors={errors} />
      <ol className={styles.versions}>
        {versions.map((version, index) => (
          <Version key={version.version} {...props} isCurrent={index === 0} {...version} />
        ))}
      </ol>
      {children}
    </article>
  );
}

function Version(props: VersionView & VersionsPageProps & { isCurrent: boolean }) {
  const { base, first, read, isCurrent, version, savedAt, submissionId } = props;
  const { t } = useTranslation('editor');
  return (
    <li>
      <div>
        <h2>{(version === 1 && first) || t('versions.number', { version })}</h2>
        <p>
          {t('versions.saved')} <Moment iso={savedAt} />
          {isCurrent && <strong> · {t('versions.current')}</strong>}
        </p>
      </div>
      {!isCurrent && (
        <div className={styles.actions}>
          {read && <a href={`${base}/versions?read=${version}#text`}>{read}</a>}
          <a href={`${base}/versions?compare=${version}#comparison`}>{t('versions.compare')}</a>
          <PostForm action={`${base}/versions`} submissionId={submissionId}>
            <input type="hidden" name="version" value={version} />
            <Button kind="quiet">{t('versions.restore')}</Button>
          </PostForm>
        </div>
      )}
    </li>
  );
}

/** Where an earlier version and the newest differ. */
export function Comparison({
  version,
  isSame,
  children,
}: {
  version: number;
  isSame: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('editor');
  return (
    <section className={styles.comparison} id="comparison" aria-labelledby="comparison-title">
      <h2 id="comparison-title">{t('versions.comparing', { version })}</h2>
      {isSame && <p>{t('versions.same')}</p>}
      {children}
    </section>
  );
}

/** What stands in one of two versions alone. */
export function OneSided({ isRemoved = false, children }: { isRemoved?: boolean; children: ReactNode }) {
  const { t } = useTranslation('editor');
  return (
    <div data-tone={isRemoved ? 'red' : 'green'}>
      <h3>{t(isRemoved ? 'versions.removed' : 'versions.added')}</h3>
      {children}
    </div>
  );
}
