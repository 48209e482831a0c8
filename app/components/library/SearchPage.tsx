import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { TextPart } from '@/app/domain/library/searchable-words';
import { SpeakerName } from '../transcript/SpeakerName';
import { EmptyState } from '../ui/EmptyState';
import { ErrorSummary } from '../ui/ErrorSummary';
import { BackLink } from '../ui/Icon';
import { Pager, type PagerLinks } from '../ui/Pager';
import { SearchForm } from './SearchForm';
import styles from './SearchPage.module.css';

interface SearchResultView {
  href: string;
  title: string;
  speaker: string;
  startMs: number;
  parts: TextPart[];
}

interface SearchPageProps {
  asked: string;
  error: string | null;
  hits: SearchResultView[];
  pager: PagerLinks;
}

export function SearchPage({ asked, error, hits, pager }: SearchPageProps) {
  const { t } = useTranslation('library');
  const hasQuery = asked.trim() !== '' && !error;
  return (
    <div className={styles.page}>
      <BackLink href="/transcriptions">{t('search.back')}</BackLink>
      <h1>{t('search.title')}</h1>
      {error && <ErrorSummary errors={{ q: error }} />}
      <SearchForm asked={asked} error={error} />
      <p className={styles.hint}>{t('search.hint')}</p>
      {hasQuery && hits.length === 0 && <EmptyState text={t('search.nothing')} />}
      <ol className={styles.hits}>
        {hits.map((hit) => (
          <li key={hit.href}>
            <SearchResult {...hit} />
          </li>
        ))}
      </ol>
      <Pager links={pager} />
    </div>
  );
}

function SearchResult({ href, title, speaker, startMs, parts }: SearchResultView) {
  return (
    <>
      <h2>
        <a href={href}>
          <bdi>{title}</bdi>
        </a>
      </h2>
      <p className={styles.place}>
        <SpeakerName speaker={speaker} />
        <span>{formatPosition(startMs)}</span>
      </p>
      <p className={styles.text}>
        {parts.map(({ start, text, isHit }) => (isHit ? <mark key={start}>{text}</mark> : text))}
      </p>
    </>
  );
}
