import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import styles from './Meeting.module.css';

const PARAGRAPHS = ['what', 'limits'] as const;

/** Opens a dialog that says what the feature is, with or without scripts. */
export function ExperimentalBadge() {
  const { t } = useTranslation('meeting');
  return (
    <>
      <button type="button" className={styles.experimental} {...OPENS}>
        {t('experimental')}
      </button>
      <dialog id={ID} className={styles.info} aria-labelledby={`${ID}-title`} {...POPOVER}>
        <h2 id={`${ID}-title`}>{t('experimental.title')}</h2>
        {PARAGRAPHS.map((paragraph) => (
          <p key={paragraph}>{t(`experimental.${paragraph}`)}</p>
        ))}
        <Button type="button" kind="quiet" {...CLOSES}>
          {t('close')}
        </Button>
      </dialog>
    </>
  );
}

const ID = 'experimental';

/** React 18 has no types for popovers. */
const OPENS = { popovertarget: ID };
const CLOSES = { ...OPENS, popovertargetaction: 'hide' };
const POPOVER = { popover: 'auto' };
