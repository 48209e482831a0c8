import { useTranslation } from 'react-i18next';
import { HIGHLIGHT_COLORS } from '@/app/domain/transcript/transcript';
import {
  READING_BUTTONS,
  TOOL_BUTTONS,
  TOOLBAR,
  TRANSCRIPT_TOOLS,
} from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { SaveState } from './SaveState';
import styles from './Toolbar.module.css';
import { ToolButton, ToolIcon } from './ToolIcon';
import menuStyles from './UtteranceMenu.module.css';

export function Toolbar() {
  const { t } = useTranslation('transcript');
  return (
    <div className={styles.tools} {...mark(TOOLBAR.root)}>
      <div className={styles.row} role="toolbar" aria-label={t('tools.label')}>
        <button type="button" className={styles.edit} {...mark(TOOLBAR.edit)} aria-pressed="false">
          <ToolIcon name="pencil" />
          <span data-when="reading">{t('tools.edit')}</span>
          <span data-when="editing">{t('leave')}</span>
        </button>
        <span className={styles.groups}>
          <span className={styles.group} {...mark(TOOLBAR.warns)}>
            {HIGHLIGHT_COLORS.map((color) => (
              <button
                key={color}
                type="button"
                {...mark(TOOL_BUTTONS[color])}
                title={t(`mark.${color}`)}
                aria-label={t(`mark.${color}`)}
              >
                <span className={styles.swatch} data-color={color} />
              </button>
            ))}
            <ToolButton {...mark(TOOL_BUTTONS.none)} label={t('mark.none')} icon="eraser" />
            <ToolButton {...mark(TOOL_BUTTONS.struck)} label={t('mark.struck')} icon="strikethrough" />
          </span>
          <span className={styles.group} {...mark(TOOLBAR.warns)}>
            <ToolButton {...mark(TOOL_BUTTONS.undo)} label={t('tools.undo')} icon="undo" />
            <ToolButton {...mark(TOOL_BUTTONS.redo)} label={t('tools.redo')} icon="redo" />
            <ToolButton {...mark(TOOL_BUTTONS.find)} label={t('tools.find')} icon="search" />
            <ToolButton {...mark(TOOL_BUTTONS.review)} label={t('tools.review')} icon="ear" />
          </span>
          <span className={styles.group}>
            <ToolButton
              {...mark(READING_BUTTONS.copy, { copied: t('copy.done'), failed: t('copy.failed') })}
              label={t('copy.all')}
              icon="copy"
            />
            <ToolButton {...mark(READING_BUTTONS.help)} label={t('help.title')} icon="help" />
          </span>
        </span>
        <SaveState />
        <span className={styles.end}>
          <button type="button" {...mark(TOOL_BUTTONS.save)}>
            {t('save')}
          </button>
          <button type="button" {...mark(TOOL_BUTTONS.cancel)}>
            {t('cancel')}
          </button>
        </span>
      </div>
      <p className={styles.said} role="alert" {...mark(TOOLBAR.said, { warning: t('tools.warning') })} />
    </div>
  );
}

export function UtteranceMenu() {
  const { t } = useTranslation('transcript');
  return (
    <span className={menuStyles.menu} {...mark(TRANSCRIPT_TOOLS.utteranceMenu)} {...mark(TOOLBAR.warns)}>
      <ToolButton {...mark(TOOL_BUTTONS.speaker)} label={t('speaker.change')} icon="user-pen" />
      <ToolButton
        {...mark(READING_BUTTONS.copy, { copied: t('copy.done'), failed: t('copy.failed') })}
        label={t('copy.block')}
        icon="copy"
      />
    </span>
  );
}
