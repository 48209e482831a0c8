import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/app/domain/format/format-duration';
import { searchAddress } from '@/app/domain/library/search-query';
import type { DropReason } from '@/app/domain/library/searchable-words';
import { SEARCH } from '@/app/islands/library/search.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { DateTime } from '../ui/DateTime';
import { EmptyState } from '../ui/EmptyState';
import { ErrorSummary } from '../ui/ErrorSummary';
import { BackLink } from '../ui/Icon';
import { Pager, type PagerLinks } from '../ui/Pager';
import { SearchForm } from './SearchForm';
import { SearchHit, type SearchHitView } from './SearchHit';
import styles from './SearchPage.module.css';
import { SearchPlayer } from './SearchPlayer';

interface FoundTitle {
  publicId: string;
  title: string;
  createdAt: Date;
  durationMs: number;
}

interface FoundRecording extends FoundTitle {
  /** Address of the recording; null when it was deleted. */
  audio: string | null;
  hitCount: number;
  isMore: boolean;
  hits: SearchHitView[];
}

export interface SearchPageProps {
  asked: string;
  /** What of it the search does not use. */
  dropped: { text: string; reason: DropReason }[];
  error: string | null;
  recordings: FoundRecording[];
  /** At least so many, when `isMore`. */
  hitCount: number;
  recordingCount: number;
  isMore: boolean;
  /** All hits of one recording are shown. */
  isWithin: boolean;
  titles: FoundTitle[];
  hasMoreTitles: boolean;
  pager: PagerLinks;
}

export function SearchPage(props: SearchPageProps) {
  const { t } = useTranslation(['library', 'common']);
  const { asked, error, isWithin } = props;
  return (
    <article
      className={styles.page}
      data-dialog={t('dialog.close', { ns: 'common' })}
      aria-labelledby="search-title"
      {...mark(SEARCH.root, { failed: t('search.failed') })}
    >
      <BackLink href={isWithin ? searchAddress(asked) : '/transcriptions'}>
        {t(isWithin ? 'search.all' : 'search.back')}
      </BackLink>
      <h1 id="search-title">{t('search.title')}</h1>
      {error && <ErrorSummary errors={{ q: error }} />}
      <SearchForm asked={asked} error={error} autoFocus={asked === ''} />
      <p role="status" {...mark(SEARCH.found)}>
        <Found {...props} />
      </p>
      <div className={styles.results} {...mark(SEARCH.results)}>
        <Dropped {...props} />
        <Results {...props} />
      </div>
      <SearchPlayer />
    </article>
  );
}

/** '12 falas em 3 gravações', or a hint before anything was asked. A word said twice in one counts once. */
function Found({ asked, error, hitCount, recordingCount, isMore }: SearchPageProps) {
  const { t } = useTranslation('library');
  const shown = useShownNumber();
  if (asked.trim() === '' || error) return <>{t('search.hint')}</>;
  if (hitCount === 0) return null;
  const hits = t(isMore ? 'search.hitsMore' : 'search.hits', { count: hitCount, shown: shown(hitCount) });
  const recordings = t(isMore ? 'search.recordingsMore' : 'search.recordings', {
    count: recordingCount,
    shown: shown(recordingCount),
  });
  return <>{t('search.found', { hits, recordings })}</>;
}

function Results({ asked, error, recordings, isWithin, titles, hasMoreTitles, pager }: SearchPageProps) {
  const { t } = useTranslation('library');
  if (asked.trim() === '' || error) return null;
  return (
    <>
      {titles.length > 0 && (
        <section aria-labelledby="titles-title">
          <h2 id="titles-title">{t('search.titles')}</h2>
          <ul>
            {titles.map((found) => (
              <li key={found.publicId}>
                <RecordingHead {...found} />
              </li>
            ))}
          </ul>
          {hasMoreTitles && (
            <a href={`/transcriptions?${new URLSearchParams({ title: asked })}`}>{t('search.titlesMore')}</a>
          )}
        </section>
      )}
      {recordings.length === 0 && (
        <EmptyState text={t('search.nothing')}>
          <p>{t('search.try')}</p>
        </EmptyState>
      )}
      <ol>
        {recordings.map((found) => (
          <li key={found.publicId}>
            <Recording {...found} asked={asked} isWithin={isWithin} />
          </li>
        ))}
      </ol>
      <Pager links={pager} />
      <a href={`/documents?${new URLSearchParams({ q: asked })}`}>{t('search.documents')}</a>
    </>
  );
}

function Dropped({ dropped, error }: SearchPageProps) {
  const { t } = useTranslation('library');
  if (error) return null;
  return (['no-letters', 'too-many', 'too-long'] as const).map((reason) => {
    const parts = dropped.filter((part) => part.reason === reason).map(({ text }) => text);
    return parts.length > 0 && <p key={reason}>{t(`search.dropped.${reason}`, { text: parts.join(' ') })}</p>;
  });
}

function RecordingHead({ publicId, title, createdAt, durationMs }: FoundTitle) {
  return (
    <>
      <a href={`/transcriptions/${publicId}`} {...mark(SEARCH.target)}>
        <bdi>{title}</bdi>
      </a>
      <p className={styles.place}>
        <DateTime at={createdAt} />
        <span>{formatDuration(durationMs)}</span>
      </p>
    </>
  );
}

function Recording({ asked, isWithin, ...found }: FoundRecording & { asked: string; isWithin: boolean }) {
  const { t } = useTranslation('library');
  const shown = useShownNumber();
  const { publicId, title, audio, hits, hitCount, isMore } = found;
  const more = hitCount - hits.length;
  return (
    <>
      <h2>
        <a href={`/transcriptions/${publicId}`} {...mark(SEARCH.target)}>
          <bdi>{title}</bdi>
        </a>
      </h2>
      <p className={styles.place}>
        <DateTime at={found.createdAt} />
        <span>{formatDuration(found.durationMs)}</span>
        <strong>
          {t(isMore ? 'search.hitsMore' : 'search.hits', { count: hitCount, shown: shown(hitCount) })}
        </strong>
      </p>
      <ol className={styles.hits}>
        {hits.map((hit) => (
          <li key={hit.number}>
            <SearchHit
              {...hit}
              base={`/transcriptions/${publicId}`}
              asked={asked}
              title={title}
              audio={audio}
            />
          </li>
        ))}
      </ol>
      {!isWithin && more > 0 && (
        <a className={styles.more} href={searchAddress(asked, { in: publicId })} {...mark(SEARCH.target)}>
          {t(isMore ? 'search.moreThan' : 'search.more', { count: more, shown: shown(more) })}
        </a>
      )}
    </>
  );
}

function useShownNumber(): (value: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language);
  return (value) => format.format(value);
}
