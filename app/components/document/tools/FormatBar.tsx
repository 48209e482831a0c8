import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ALIGNMENTS, FONT_FAMILIES, FONT_SIZES, MARKERS, TEXT_COLORS } from '@/app/domain/document/formats';
import { ACTION_BUTTONS, type Action, FORMAT_BAR } from '@/app/islands/document/document.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { SaveState } from '../../transcript/editor/tools/SaveState';
import { ToolIcon } from '../../transcript/editor/tools/ToolIcon';
import styles from './DocumentTools.module.css';

const HEADINGS = ['h1', 'h2', 'h3'] as const;

/** Toolbar with every document format. It uses native controls, so each one is its own Tab stop. */
export function FormatBar() {
  const { t } = useTranslation('document');
  const { t: editor } = useTranslation('transcript');
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('tools.label')} {...mark(FORMAT_BAR.root)}>
      <FormatSelect format="kind" label={t('tools.kind')}>
        <option value="">{t('kind.paragraph')}</option>
        {HEADINGS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
        <option value="quote">{t('kind.quote')}</option>
      </FormatSelect>
      <FormatSelect format="font" label={t('tools.family')}>
        <option value="">{t('family.none')}</option>
        {FONT_FAMILIES.map((family) => (
          <option key={family} value={family}>
            {family[0]!.toUpperCase() + family.slice(1)}
          </option>
        ))}
      </FormatSelect>
      <FormatSelect format="size" label={t('tools.size')}>
        <option value="">{t('size.none')}</option>
        {FONT_SIZES.map((size) => (
          <option key={size} value={size}>
            {size} px
          </option>
        ))}
      </FormatSelect>
      <span className={styles.group}>
        <Toggle format="bold" label={t('tools.bold')}>
          <b aria-hidden="true">B</b>
        </Toggle>
        <Toggle format="italic" label={t('tools.italic')}>
          <i aria-hidden="true">I</i>
        </Toggle>
        <Toggle format="underline" label={t('tools.underline')}>
          <u aria-hidden="true">U</u>
        </Toggle>
        <Toggle format="strike" label={t('tools.strike')}>
          <s aria-hidden="true">S</s>
        </Toggle>
      </span>
      <FormatSelect format="ink" label={t('tools.ink')}>
        <option value="">{t('ink.none')}</option>
        {TEXT_COLORS.map((ink) => (
          <option key={ink} value={ink}>
            {t(`ink.${ink}`)}
          </option>
        ))}
      </FormatSelect>
      <FormatSelect format="mark" label={t('tools.marker')}>
        <option value="">{t('marker.none')}</option>
        {MARKERS.map((marker) => (
          <option key={marker} value={marker}>
            {t(`marker.${marker}`)}
          </option>
        ))}
      </FormatSelect>
      <FormatSelect format="align" label={t('tools.align')}>
        <option value="">{t('align.left')}</option>
        {ALIGNMENTS.map((align) => (
          <option key={align} value={align}>
            {t(`align.${align}`)}
          </option>
        ))}
      </FormatSelect>
      <span className={styles.group}>
        <Toggle format="bullet" label={t('tools.bullet')}>
          <span aria-hidden="true">•≡</span>
        </Toggle>
        <Toggle format="ordered" label={t('tools.ordered')}>
          <span aria-hidden="true">#≡</span>
        </Toggle>
        <ActionButton name="outdent" label={t('tools.outdent')}>
          <span aria-hidden="true">⇤</span>
        </ActionButton>
        <ActionButton name="indent" label={t('tools.indent')}>
          <span aria-hidden="true">⇥</span>
        </ActionButton>
        <Toggle format="link" label={t('tools.link')}>
          <u>{t('tools.link')}</u>
        </Toggle>
      </span>
      <span className={styles.group}>
        <ActionButton name="clear" label={t('tools.clear')}>
          <ToolIcon name="eraser" />
        </ActionButton>
        <ActionButton name="undo" label={t('tools.undo')}>
          <ToolIcon name="undo" />
        </ActionButton>
        <ActionButton name="redo" label={t('tools.redo')}>
          <ToolIcon name="redo" />
        </ActionButton>
      </span>
      <SaveState />
      <button type="button" className={styles.save} {...mark(ACTION_BUTTONS.save)}>
        {editor('save')}
      </button>
      <button type="button" className={styles.discard} {...mark(ACTION_BUTTONS.discard)}>
        {editor('discard')}
      </button>
      <p className={styles.said} role="alert" {...mark(FORMAT_BAR.said, { failed: t('save.failed') })} />
    </div>
  );
}

function FormatSelect({ format, label, children }: { format: string; label: string; children: ReactNode }) {
  return (
    <select {...mark(FORMAT_BAR.choice, { choice: format })} aria-label={label} title={label}>
      {children}
    </select>
  );
}

function Toggle({ format, label, children }: { format: string; label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      {...mark(FORMAT_BAR.toggle, { toggle: format })}
      aria-pressed="false"
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  );
}

function ActionButton({ name, label, children }: { name: Action; label: string; children: ReactNode }) {
  return (
    <button type="button" {...mark(ACTION_BUTTONS[name])} aria-label={label} title={label}>
      {children}
    </button>
  );
}
