import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { DateTime } from '../../ui/DateTime';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { BackLink } from '../../ui/Icon';
import { PostForm } from '../../ui/PostForm';
import styles from './VersionsPage.module.css';

interface VersionView {
  version: number;
  savedAt: Date;
}

export interface VersionsPageProps {
  base: string;
  back: string;
  name: string;
  versions: VersionView[];
  /** Label of the first version, instead of its number. */
  first?: string;
  /** Label of the link that reads a version; omitted where versions cannot be read. */
  read?: string;
  children?: ReactNode;
}

export function VersionsPage(props: VersionsPageProps) {
  const { t } = useTranslation('transcript');
  const { base, back, name, versions, children } = props;
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
      <ol className={styles.versions}>
        {versions.map((version, index) => (
          <VersionItem key={version.version} {...props} isCurrent={index === 0} {...version} />
        ))}
      </ol>
      {children}
    </article>
  );
}

function VersionItem(props: VersionView & VersionsPageProps & { isCurrent: boolean }) {
  const { base, first, read, isCurrent, version, savedAt } = props;
  const { t } = useTranslation('transcript');
  return (
    <li>
      <div>
        <h2>{(version === 1 && first) || t('versions.number', { version })}</h2>
        <p>
          {t('versions.saved')} <DateTime at={savedAt} />
          {isCurrent && <strong> · {t('versions.current')}</strong>}
        </p>
      </div>
      {!isCurrent && (
        <div className={styles.actions}>
          {read && <a href={`${base}/versions?read=${version}#text`}>{read}</a>}
          <a href={`${base}/versions?compare=${version}#comparison`}>{t('versions.compare')}</a>
          <PostForm action={`${base}/versions`}>
            <input type="hidden" name="version" value={version} />
            <Button kind="quiet">{t('versions.restore')}</Button>
          </PostForm>
        </div>
      )}
    </li>
  );
}

interface VersionDiffProps {
  version: number;
  isSame: boolean;
  children: ReactNode;
}

export function VersionDiff({ version, isSame, children }: VersionDiffProps) {
  const { t } = useTranslation('transcript');
  return (
    <section className={styles.comparison} id="comparison" aria-labelledby="comparison-title">
      <h2 id="comparison-title">{t('versions.comparing', { version })}</h2>
      {isSame && <p>{t('versions.same')}</p>}
      {children}
    </section>
  );
}

export function DiffSide({ isRemoved = false, children }: { isRemoved?: boolean; children: ReactNode }) {
  const { t } = useTranslation('transcript');
  return (
    <div data-tone={isRemoved ? 'red' : 'green'}>
      <h3>{t(isRemoved ? 'versions.removed' : 'versions.added')}</h3>
      {children}
    </div>
  );
}
