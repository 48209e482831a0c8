import type { ComponentProps } from 'react';

type ToolIconName =
  | 'copy'
  | 'ear'
  | 'ear-off'
  | 'eraser'
  | 'help'
  | 'pause'
  | 'pencil'
  | 'play'
  | 'redo'
  | 'repeat'
  | 'search'
  | 'strikethrough'
  | 'undo'
  | 'user-pen';

/** Icon from the editor's own SVG sprite, which pages load only when the tools are shown. */
export function ToolIcon({ name }: { name: ToolIconName }) {
  return (
    <svg className="icon" aria-hidden="true" data-icon={name}>
      <use href={`/editing-icons.svg#${name}`} />
    </svg>
  );
}

/** Button that shows an icon only; `label` names it. */
export function ToolButton({
  label,
  icon,
  ...marks
}: ComponentProps<'button'> & { label: string; icon: ToolIconName }) {
  return (
    <button type="button" {...marks} title={label} aria-label={label}>
      <ToolIcon name={icon} />
    </button>
  );
}
