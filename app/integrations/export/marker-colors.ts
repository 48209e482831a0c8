import type { HighlightColor } from '@/app/domain/transcript/transcript';

/** Highlight colours on white paper, RGB in hex: light enough for black text. */
export const MARKER_COLORS: Record<HighlightColor, string> = {
  blue: 'B5DCF7',
  green: 'BFE8C4',
  yellow: 'F6E58A',
  red: 'F8C4BB',
  gray: 'DCDCD8',
  gray40: 'B3B7BB',
};
