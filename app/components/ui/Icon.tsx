export type IconName =
  | 'archive'
  | 'arrow-left'
  | 'audio-lines'
  | 'chevron-down'
  | 'circle-check'
  | 'circle-x'
  | 'clock'
  | 'download'
  | 'info'
  | 'languages'
  | 'loader'
  | 'log-out'
  | 'play'
  | 'refresh'
  | 'triangle-alert';

/** A drawing from the sprite. Always decorative: the word beside it says what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true" focusable="false">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
