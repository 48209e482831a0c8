import { useTranslation } from 'react-i18next';
import {
  READING_BUTTONS,
  TOOL_BUTTONS,
  TOOLBAR,
  TRANSCRIPT_TOOLS,
} from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { ToolIcon } from './ToolIcon';
import styles from './UtteranceMenu.module.css';

/** Menu of the current utterance: a single element, which the island moves between utterances. */
export function UtteranceMenu() {
  const { t } = useTranslation('transcript');
  return (
    <span className={styles.menu} {...mark(TRANSCRIPT_TOOLS.utteranceMenu)} {...mark(TOOLBAR.warns)}>
      <button
        type="button"
        {...mark(TOOL_BUTTONS.speaker)}
        title={t('speaker.change')}
        aria-label={t('speaker.change')}
      >
        <ToolIcon name="user-pen" />
      </button>
      <button
        type="button"
        {...mark(READING_BUTTONS.copy, { copied: t('copy.done'), failed: t('copy.failed') })}
        title={t('copy.block')}
        aria-label={t('copy.block')}
      >
        <ToolIcon name="copy" />
      </button>
    </span>
  );
}
