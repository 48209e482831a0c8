import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ALIGNMENTS, FONT_FAMILIES, FONT_SIZES, MARKERS, TEXT_COLORS } from '@/app/domain/document/formats';
import { ACTION_BUTTONS, type Action, FORMAT_BAR } from '@/app/islands/document/document.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { SaveState } from '../../transcript/editor/tools/SaveState';
import { ToolIcon } from '../../transcript/editor/tools/ToolIcon';
import styles from './DocumentTools.module.css';

const KINDS = ['h1', 'h2', 'h3', 'quote'] as const;

/** Toolbar with every document format. It uses native controls, so each one is its own Tab stop. */
export function FormatBar() {
  const { t } = useTranslation('document');
  const { t: editor } = useTranslation('transcript');
  const kinds = KINDS.map((value) => ({ value, label: t(`kind.${value}`) }));
  const families = FONT_FAMILIES.map((value) => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }));
  const sizes = FONT_SIZES.map((value) => ({ value, label: `${value} px` }));
  const inks = TEXT_COLORS.map((value) => ({ value, label: t(`ink.${value}`) }));
  const markers = MARKERS.map((value) => ({ value, label: t(`marker.${value}`) }));
  const alignments = ALIGNMENTS.map((value) => ({ value, label: t(`align.${value}`) }));
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('tools.label')} {...mark(FORMAT_BAR.root)}>
      <FormatSelect format="kind" label={t('tools.kind')} none={t('kind.paragraph')} options={kinds} />
      <FormatSelect format="font" label={t('tools.family')} none={t('family.none')} options={families} />
      <FormatSelect format="size" label={t('tools.size')} none={t('size.none')} options={sizes} />
      <span className={styles.group}>
        <Toggle format="bold" sign={<b aria-hidden="true">B</b>} />
        <Toggle format="italic" sign={<i aria-hidden="true">I</i>} />
        <Toggle format="underline" sign={<u aria-hidden="true">U</u>} />
        <Toggle format="strike" sign={<s aria-hidden="true">S</s>} />
      </span>
      <FormatSelect format="ink" label={t('tools.ink')} none={t('ink.none')} options={inks} />
      <FormatSelect format="mark" label={t('tools.marker')} none={t('marker.none')} options={markers} />
      <FormatSelect format="align" label={t('tools.align')} none={t('align.left')} options={alignments} />
      <span className={styles.group}>
        <Toggle format="bullet" sign={<span aria-hidden="true">•≡</span>} />
        <Toggle format="ordered" sign={<span aria-hidden="true">#≡</span>} />
        <ActionButton name="outdent" sign={<span aria-hidden="true">⇤</span>} />
        <ActionButton name="indent" sign={<span aria-hidden="true">⇥</span>} />
        <Toggle format="link" sign={<u>{t('tools.link')}</u>} />
      </span>
      <span className={styles.group}>
        <ActionButton name="clear" sign={<ToolIcon name="eraser" />} />
        <ActionButton name="undo" sign={<ToolIcon name="undo" />} />
        <ActionButton name="redo" sign={<ToolIcon name="redo" />} />
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

interface FormatSelectProps {
  format: string;
  label: string;
  none: string;
  options: { value: string; label: string }[];
}

function FormatSelect({ format, label, none, options }: FormatSelectProps) {
  return (
    <select {...mark(FORMAT_BAR.choice, { choice: format })} aria-label={label} title={label}>
      {[{ value: '', label: none }, ...options].map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function Toggle({ format, sign }: { format: string; sign: ReactNode }) {
  const { t } = useTranslation('document');
  const label = t(`tools.${format}`);
  const marks = mark(FORMAT_BAR.toggle, { toggle: format });
  return (
    <button type="button" {...marks} aria-pressed="false" aria-label={label} title={label}>
      {sign}
    </button>
  );
}

function ActionButton({ name, sign }: { name: Action; sign: ReactNode }) {
  const { t } = useTranslation('document');
  const label = t(`tools.${name}`);
  return (
    <button type="button" {...mark(ACTION_BUTTONS[name])} aria-label={label} title={label}>
      {sign}
    </button>
  );
}
