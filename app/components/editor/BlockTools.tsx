import { useTranslation } from 'react-i18next';
import styles from './BlockTools.module.css';

/** What can be done with one block without scripts: each leads to a page of its own. */
export function BlockTools({ base, blockId }: { base: string; blockId: string }) {
  const { t } = useTranslation('editor');
  return (
    <div className={styles.tools} data-plain>
      <a href={`${base}/blocks/${blockId}`}>{t('block.edit')}</a>
      <a href={`${base}/speaker?block=${blockId}`} data-island="dialog">
        {t('speaker.change')}
      </a>
    </div>
  );
}
