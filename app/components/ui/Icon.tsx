import type { ReactNode } from 'react';

export type IconName =
  | 'archive'
  | 'arrow-left'
  | 'audio-lines'
  | 'check'
  | 'chevron-down'
  | 'circle-check'
  | 'circle-x'
  | 'clock'
  | 'coins'
  | 'download'
  | 'external-link'
  | 'eye'
  | 'file-text'
  | 'house'
  | 'info'
  | 'languages'
  | 'life-buoy'
  | 'loader'
  | 'log-out'
  | 'mail'
  | 'monitor'
  | 'play'
  | 'plus'
  | 'refresh'
  | 'search'
  | 'send'
  | 'settings'
  | 'shield'
  | 'trash'
  | 'triangle-alert'
  | 'user'
  | 'video'
  | 'wallet'
  | 'wrench'
  | 'x';

/** Icon from the SVG sprite. Always decorative: needs a text label beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href}>
      <Icon name="arrow-left" /> {children}
    </a>
  );
}
