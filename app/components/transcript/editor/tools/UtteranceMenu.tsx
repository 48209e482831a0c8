import { useTranslation } from 'react-i18next';
import { ToolIcon } from './ToolIcon';
import styles from './UtteranceMenu.module.css';

/** Menu of the current utterance: a single element, which the island moves between utterances. */
export function UtteranceMenu() {
  const { t } = useTranslation('transcript');
  return (
    <span className={styles.menu} data-part="block-menu" data-warns>
      <button type="button" data-tool="speaker" title={t('speaker.change')} aria-label={t('speaker.change')}>
        <ToolIcon name="user-pen" />
      </button>
      <button
        type="button"
        data-do="copy"
        data-copied={t('copy.done')}
        data-failed={t('copy.failed')}
        title={t('copy.block')}
        aria-label={t('copy.block')}
      >
        <ToolIcon name="copy" />
      </button>
    </span>
  );
}
