import { useTranslation } from 'react-i18next';
import { searchAddress } from '@/app/domain/library/search-query';
import { hitLink } from '@/app/domain/transcript/hit-link';
import type { SoughtHits } from '@/app/domain/transcript/sought-hits';
import { SEARCH_HITS } from '@/app/islands/transcript/search-hits.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Icon } from '../ui/Icon';
// Of its own: a transcript that is opened otherwise does not load it.
import styles from './search-hits.css?url';

/** Leads from hit to hit of a search, back to its results and out of it. */
export function SearchHits({ base, q, words, hits, current }: SoughtHits & { base: string }) {
  const { t } = useTranslation('transcript');
  const count = hits.length;
  const at = (hit: number) => hitLink({ q, hit: ((hit - 1 + count) % count) + 1 });
  return (
    <>
      <link rel="stylesheet" href={styles} />
      <nav
        className="search-hits"
        aria-label={t('hits.label')}
        {...mark(SEARCH_HITS.bar, { at: t('hits.at', { at: '%', count }), words: words.join(','), current })}
      >
        <a href={searchAddress(q)}>
          <Icon name="arrow-left" /> {t('hits.back')}
        </a>
        <output>{count > 0 ? t('hits.at', { at: current, count }) : t('hits.none', { q })}</output>
        {count > 1 && (
          <>
            <a href={at(current - 1)} title="Shift + F3" {...mark(SEARCH_HITS.previous)}>
              {t('hits.previous')}
            </a>
            <a href={at(current + 1)} title="F3" {...mark(SEARCH_HITS.next)}>
              {t('hits.next')}
            </a>
          </>
        )}
        <a href={base} aria-label={t('hits.close')} title={t('hits.close')} {...mark(SEARCH_HITS.close)}>
          <Icon name="x" />
        </a>
      </nav>
    </>
  );
}
