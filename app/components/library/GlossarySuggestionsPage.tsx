import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { timeLink } from '@/app/domain/transcript/time-link';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './GlossarySuggestionsPage.module.css';

interface Suggestion {
  blockId: string;
  startMs: number;
  text: string;
  from: number;
  count: number;
  heard: string;
  term: string;
}

interface SuggestionsPageProps {
  publicId: string;
  title: string;
  version: number;
  hasTerms: boolean;
  suggestions: Suggestion[];
}

/** Only suggestions that the user accepts change the text. */
export function SuggestionsPage({ publicId, title, hasTerms, ...page }: SuggestionsPageProps) {
  const { t } = useTranslation('transcript');
  const back = `/transcriptions/${publicId}`;
  return (
    <article>
      <h1>{t('glossary.title')}</h1>
      <p>
        <a href={back}>
          <bdi>{title}</bdi>
        </a>
      </p>
      <ErrorSummary />
      <p>
        {t(page.suggestions.length > 0 ? 'glossary.intro' : hasTerms ? 'glossary.none' : 'glossary.empty')}{' '}
        <a href="/account/glossary">{t('glossary.edit')}</a>
      </p>
      <ul className={styles.list}>
        {page.suggestions.map((suggestion) => (
          <li key={`${suggestion.blockId} ${suggestion.from}`}>
            <p>
              <a href={`${back}${timeLink(suggestion.startMs)}`}>{formatPosition(suggestion.startMs)}</a>{' '}
              <SuggestionContext {...suggestion} />
            </p>
            <PostForm>
              <input type="hidden" name="version" value={page.version} />
              <input type="hidden" name="block" value={suggestion.blockId} />
              <input type="hidden" name="from" value={suggestion.from} />
              <input type="hidden" name="count" value={suggestion.count} />
              <input type="hidden" name="term" value={suggestion.term} />
              <Button kind="quiet">
                {t('glossary.accept', { heard: suggestion.heard, term: suggestion.term })}
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </article>
  );
}

const CONTEXT_WORDS = 8;

function SuggestionContext({ text, from, count }: Pick<Suggestion, 'text' | 'from' | 'count'>) {
  const words = text.split(/\s+/u).filter(Boolean);
  const [first, last] = [Math.max(0, from - CONTEXT_WORDS), from + count + CONTEXT_WORDS];
  return (
    <>
      {first > 0 && '… '}
      {words.slice(first, from).join(' ')} <mark>{words.slice(from, from + count).join(' ')}</mark>{' '}
      {words.slice(from + count, last).join(' ')}
      {last < words.length && ' …'}
    </>
  );
}
