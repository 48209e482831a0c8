type ToolIconName =
  | 'copy'
  | 'ear'
  | 'eraser'
  | 'help'
  | 'pause'
  | 'pencil'
  | 'play'
  | 'redo'
  | 'search'
  | 'strikethrough'
  | 'undo'
  | 'user-pen';

/** A drawing from the sprite of the tools, which no page needs before they come. */
export function ToolIcon({ name }: { name: ToolIconName }) {
  return (
    <svg className="icon" aria-hidden="true" focusable="false" data-icon={name}>
      <use href={`/editing-icons.svg#${name}`} />
    </svg>
  );
}
