import { useTranslation } from 'react-i18next';
import { DRAFT_PAGE } from '@/app/islands/draft/draft.contract';
import { mark } from '@/app/islands/ui/part.contract';
import styles from './UtteranceTools.module.css';

export function UtteranceTools({ base, blockId }: { base: string; blockId: string }) {
  const { t } = useTranslation('transcript');
  return (
    <div className={styles.tools} {...mark(DRAFT_PAGE.plain)}>
      <a href={`${base}/blocks/${blockId}`}>{t('block.edit')}</a>
      <a href={`${base}/speaker?block=${blockId}`} data-island="dialog">
        {t('speaker.change')}
      </a>
    </div>
  );
}
