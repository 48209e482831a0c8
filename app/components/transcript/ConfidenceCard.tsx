import { useTranslation } from 'react-i18next';
import { CONFIDENCE_LEVELS, confidenceLevel, needsFullCheck } from '@/app/domain/format/confidence-level';
import { Button } from '../ui/Button';
import { PostForm } from '../ui/PostForm';
import styles from './ConfidenceCard.module.css';

/** Says once, above the text, how far it can be trusted; the people's page says so at any time. */
export function ConfidenceCard({ score }: { score: number }) {
  const { t } = useTranslation('transcript');
  return (
    <section className={styles.card} aria-labelledby="confidence-title" data-island="confidence">
      <ConfidenceLevels id="confidence-title" score={score} />
      <PostForm intent="confidence">
        <Button kind="quiet">{t('confidence.seen')}</Button>
      </PostForm>
    </section>
  );
}

/** @param props.id of the heading */
export function ConfidenceLevels({ id, score }: { id: string; score: number }) {
  const { t } = useTranslation('transcript');
  const level = confidenceLevel(score);
  return (
    <>
      <h2 id={id}>{t('confidence.title', { level: t(`confidence.${level}`) })}</h2>
      <p>
        {needsFullCheck(score) && (
          <>
            <strong>{t('confidence.checkAll')}.</strong>{' '}
          </>
        )}
        {t(`confidence.advice.${level}`)}
      </p>
      <dl className={styles.levels}>
        {CONFIDENCE_LEVELS.map((each) => (
          <div key={each} aria-current={each === level || undefined}>
            <dt>{t(`confidence.${each}`)}</dt>
            <dd>
              {t(`confidence.range.${each}`)}
              {each === level && ` · ${t('confidence.score', { score: Math.round(score) })}`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
