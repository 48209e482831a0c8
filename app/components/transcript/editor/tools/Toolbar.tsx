import { useTranslation } from 'react-i18next';
import { HIGHLIGHT_COLORS } from '@/app/domain/transcript/transcript';
import {
  EDIT_OFFER,
  READING_BUTTONS,
  TOOL_BUTTONS,
  TOOLBAR,
  TRANSCRIPT_TOOLS,
} from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { PlayButton } from './PlayerBar';
import { SaveState } from './SaveState';
import styles from './Toolbar.module.css';
import { ToolButton, ToolIcon } from './ToolIcon';
import menuStyles from './UtteranceMenu.module.css';

/** What works while reading; and a dock of editing tools, which a phone shows above its keyboard. */
export function Toolbar() {
  const { t } = useTranslation('transcript');
  const { t: tErrors } = useTranslation('errors');
  return (
    <div className={styles.tools} {...mark(TOOLBAR.root)}>
      <div className={styles.row} role="toolbar" aria-label={t('tools.reading')}>
        <button type="button" className={styles.edit} {...mark(TOOLBAR.edit)} aria-pressed="false">
          <ToolIcon name="pencil" />
          <span className={styles.texts}>
            <span data-when="reading">{t('tools.edit')}</span>
            <span data-when="editing">{t('leave')}</span>
            <span data-when="reading" className={styles.short}>
              {t('tools.edit.short')}
            </span>
            <span data-when="editing" className={styles.short}>
              {t('leave.short')}
            </span>
          </span>
        </button>
        <ToolButton
          {...mark(READING_BUTTONS.copy, { copied: t('copy.done'), failed: t('copy.failed') })}
          label={t('copy.all')}
          icon="copy"
        />
        <ToolButton {...mark(READING_BUTTONS.find)} label={t('tools.find')} icon="search" />
        <ToolButton {...mark(READING_BUTTONS.review)} label={t('tools.review')} icon="ear" />
        <ToolButton {...mark(READING_BUTTONS.help)} label={t('help.title')} icon="help" />
      </div>
      <div className={styles.dock} {...mark(TOOLBAR.dock)}>
        <p className={styles.line}>
          <span
            role="alert"
            className={styles.said}
            {...mark(TOOLBAR.said, {
              warning: t('tools.warning'),
              saved: t('toast.textSaved', { ns: 'common' }),
              notSaved: tErrors('transcript.not-saved'),
              noCaret: t('mark.inaudible.where'),
              undoneInPart: t('tools.undo.part'),
            })}
          />
          <SaveState />
        </p>
        <div className={styles.editing} role="toolbar" aria-label={t('tools.label')}>
          <EditingTools />
          <span className={styles.end}>
            <button type="button" {...mark(TOOL_BUTTONS.save)}>
              {t('save')}
            </button>
            <button type="button" {...mark(TOOL_BUTTONS.cancel)}>
              {t('cancel')}
            </button>
          </span>
        </div>
      </div>
    </div>
  );
}

function EditingTools() {
  const { t } = useTranslation('transcript');
  return (
    <>
      <PlayButton className={styles.play} />
      <span className={styles.palette}>
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
        <ToolButton
          {...mark(TOOL_BUTTONS.inaudible, { text: t('mark.inaudible.text') })}
          label={t('mark.inaudible')}
          icon="ear-off"
        />
        <ToolButton {...mark(TOOL_BUTTONS.undo)} label={t('tools.undo')} icon="undo" />
        <ToolButton {...mark(TOOL_BUTTONS.redo)} label={t('tools.redo')} icon="redo" />
      </span>
    </>
  );
}

export function UtteranceMenu() {
  const { t } = useTranslation('transcript');
  return (
    <span className={menuStyles.menu} {...mark(TRANSCRIPT_TOOLS.utteranceMenu)}>
      <ToolButton {...mark(TOOL_BUTTONS.speaker)} label={t('speaker.change')} icon="user-pen" />
      <ToolButton
        {...mark(READING_BUTTONS.copy, { copied: t('copy.done'), failed: t('copy.failed') })}
        label={t('copy.block')}
        icon="copy"
      />
    </span>
  );
}

export function EditOffer() {
  const { t } = useTranslation('transcript');
  return (
    <div className={menuStyles.offer} {...mark(EDIT_OFFER.root)} {...{ popover: 'auto' }}>
      <button type="button" {...mark(EDIT_OFFER.edit)}>
        <ToolIcon name="pencil" /> {t('tools.editHere')}
      </button>
    </div>
  );
}
