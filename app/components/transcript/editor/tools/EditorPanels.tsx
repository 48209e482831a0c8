import { useTranslation } from 'react-i18next';
import {
  FIND_BUTTONS,
  FIND_PANEL,
  REVIEW_BUTTONS,
  REVIEW_PANEL,
} from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Button, PartButton } from '../../../ui/Button';
import styles from './EditorPanels.module.css';

export function EditorPanels() {
  return (
    <>
      <FindPanel />
      <ReviewPanel />
    </>
  );
}

function FindPanel() {
  const { t } = useTranslation('transcript');
  return (
    <form className={styles.panel} {...mark(FIND_PANEL.root)} aria-label={t('tools.find')}>
      <label>
        {t('find.sought')} <input name="sought" autoComplete="off" />
      </label>
      <label className={styles.replacing}>
        {t('find.replacement')} <input name="replacement" autoComplete="off" />
      </label>
      <label className={styles.option}>
        <input type="checkbox" name="words" /> {t('find.words')}
      </label>
      <label className={styles.option}>
        <input type="checkbox" name="accents" /> {t('find.accents')}
      </label>
      <output className={styles.count} {...mark(FIND_PANEL.count, { none: t('find.none') })} />
      <div className={styles.actions}>
        <PartButton part={FIND_BUTTONS.previous}>{t('find.previous')}</PartButton>
        <Button kind="quiet" value="next">
          {t('find.next')}
        </Button>
        <span className={styles.replacing}>
          <PartButton part={FIND_BUTTONS.replace}>{t('find.replace')}</PartButton>{' '}
          <PartButton part={FIND_BUTTONS['replace-all']}>{t('find.replaceAll')}</PartButton>
        </span>
        <PartButton part={FIND_BUTTONS.close}>{t('close')}</PartButton>
      </div>
    </form>
  );
}

function ReviewPanel() {
  const { t } = useTranslation('transcript');
  return (
    <section className={styles.panel} {...mark(REVIEW_PANEL.root)} aria-label={t('tools.review')}>
      <p>{t('review.text')}</p>
      <output className={styles.count} {...mark(REVIEW_PANEL.count, { none: t('review.none') })} />
      <div className={styles.actions}>
        <PartButton part={REVIEW_BUTTONS.previous}>{t('find.previous')}</PartButton>
        <PartButton part={REVIEW_BUTTONS.next}>{t('find.next')}</PartButton>
        <PartButton part={REVIEW_BUTTONS.again}>{t('review.again')}</PartButton>
        <PartButton part={REVIEW_BUTTONS.close}>{t('close')}</PartButton>
      </div>
    </section>
  );
}
