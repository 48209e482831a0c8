import { toOneLine } from '../format/normalise-unicode';

/** As long as its column. */
const MAX_LEAD_ORIGIN_LENGTH = 120;

/** The campaign (utm_source) that a visitor came from, as plain text of bounded length; undefined for none. */
export function toLeadOrigin(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const characters = Array.from(toOneLine(value.slice(0, 1_000)));
  return characters.slice(0, MAX_LEAD_ORIGIN_LENGTH).join('') || undefined;
}
