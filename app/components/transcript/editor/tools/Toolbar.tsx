import { useTranslation } from 'react-i18next';
import { HIGHLIGHT_COLORS } from '@/app/domain/transcript/transcript';
import {
  READING_BUTTONS,
  TOOL_BUTTONS,
  TOOLBAR,
  type ToolName,
} from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { SaveState } from './SaveState';
import styles from './Toolbar.module.css';
import { ToolIcon } from './ToolIcon';

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
            <Tool name="none" label={t('mark.none')} icon="eraser" />
            <Tool name="struck" label={t('mark.struck')} icon="strikethrough" />
          </span>
          <span className={styles.group} {...mark(TOOLBAR.warns)}>
            <Tool name="undo" label={t('tools.undo')} icon="undo" />
            <Tool name="redo" label={t('tools.redo')} icon="redo" />
            <Tool name="find" label={t('tools.find')} icon="search" />
            <Tool name="review" label={t('tools.review')} icon="ear" />
          </span>
          <span className={styles.group}>
            <button
              type="button"
              {...mark(READING_BUTTONS.copy, { copied: t('copy.done'), failed: t('copy.failed') })}
              title={t('copy.all')}
              aria-label={t('copy.all')}
            >
              <ToolIcon name="copy" />
            </button>
            <button
              type="button"
              {...mark(READING_BUTTONS.help)}
              title={t('help.title')}
              aria-label={t('help.title')}
            >
              <ToolIcon name="help" />
            </button>
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

function Tool({
  name,
  label,
  icon,
}: {
  name: ToolName;
  label: string;
  icon: Parameters<typeof ToolIcon>[0]['name'];
}) {
  return (
    <button type="button" {...mark(TOOL_BUTTONS[name])} title={label} aria-label={label}>
      <ToolIcon name={icon} />
    </button>
  );
}
