import type { FontFamily, Kind, TextColor } from '@/app/domain/document/formats';

/** Text colours on white paper, RGB in hex. */
export const INK_COLORS: Record<TextColor, string> = {
  gray: '57606C',
  red: 'A3251B',
  orange: '8F4400',
  green: '1B6638',
  blue: '0A5788',
  purple: '6A2C9C',
};

export const LINK_COLOR = '0A5F94';
export const QUOTE_COLOR = '57606C';

export const FAMILY_NAMES: Record<FontFamily, string> = {
  ubuntu: 'Ubuntu',
  raleway: 'Raleway',
  roboto: 'Roboto',
  montserrat: 'Montserrat',
  lato: 'Lato',
  rubik: 'Rubik',
};

/** Default font sizes in points. */
export const POINTS: Record<Kind, number> = {
  paragraph: 11,
  h1: 20,
  h2: 16,
  h3: 13,
  quote: 11,
  bullet: 11,
  ordered: 11,
};

/** A CSS pixel is three quarters of a point. */
export const pointsOf = (kind: Kind, size: string | undefined): number =>
  size === undefined ? POINTS[kind] : Number(size) * 0.75;
