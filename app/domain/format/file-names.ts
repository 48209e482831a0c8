import { normaliseUnicode } from './normalise-unicode';

const MAX_NAME_BYTES = 180;

/** Device names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Names files of one folder: valid on every system, and unique without regard to case. */
export function createFileNamer(): (stem: string, extension: string) => string {
  const given = new Set<string>();
  const copies = new Map<string, number>();
  return (stem, extension) => {
    const safe = safeStem(stem);
    const first = `${safe}${extension}`.toLowerCase();
    for (let copy = (copies.get(first) ?? 0) + 1; ; copy += 1) {
      const name = copy === 1 ? `${safe}${extension}` : `${safe} (${copy})${extension}`;
      if (given.has(name.toLowerCase())) continue;
      given.add(name.toLowerCase());
      copies.set(first, copy);
      return name;
    }
  };
}

function safeStem(stem: string): string {
  const safe = normaliseUnicode(stem.toWellFormed(), 'NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s]+/, '');
  return (
    truncateBytes(safe)
      .replace(/[.\s]+$/, '')
      .replace(RESERVED, '_$1') || '_'
  );
}

/** Cuts between characters, as file systems limit bytes. */
function truncateBytes(text: string): string {
  const encoder = new TextEncoder();
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += encoder.encode(character).length;
    if (bytes > MAX_NAME_BYTES) break;
    kept += character;
  }
  return kept;
}
