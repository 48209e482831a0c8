import { useTranslation } from 'react-i18next';
import { CONFIDENCE_LEVELS, confidenceLevel } from '@/app/domain/format/confidence-level';
import { Announcement } from '../ui/Announcement';
import { Button } from '../ui/Button';
import { PostForm } from '../ui/PostForm';
import styles from './ConfidenceCard.module.css';

export function ConfidenceCard({ score }: { score: number }) {
  const { t } = useTranslation('transcript');
  const level = confidenceLevel(score);
  return (
    <Announcement id="confidence" title={t('confidence.title', { level: t(`confidence.${level}`) })}>
      <p>{t(`confidence.advice.${level}`)}</p>
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
      <PostForm intent="confidence">
        <Button>{t('confidence.seen')}</Button>
      </PostForm>
    </Announcement>
  );
}
