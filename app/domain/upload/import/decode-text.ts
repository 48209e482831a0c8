/** Of a text without a byte order mark: this share of zero bytes at even or odd places makes it UTF-16. */
const ZERO_SHARE = 0.3;
const LOOKED_AT = 4_096;

/**
 * The text of a file: UTF-8, UTF-16 in either order, or else Windows-1252, which older programs write. Line ends
 * become '\n', and a byte order mark is dropped.
 * @returns null for a file that is no text
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  if (text.includes('\0')) return null;
  return text.replace(/^\ufeff+/, '').replace(/\r\n?/g, '\n');
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const wide = wideOrder(bytes.subarray(0, LOOKED_AT));
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Most letters of these languages have a zero for their upper byte. */
function wideOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]! += 1;
  });
  const least = Math.max(2, (bytes.length / 2) * ZERO_SHARE);
  if (zeros[1]! >= least && zeros[0] === 0) return 'utf-16le';
  return zeros[0]! >= least && zeros[1] === 0 ? 'utf-16be' : null;
}
