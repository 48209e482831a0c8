export const MAX_PICTURE_BYTES = 2 * 1024 ** 2;
/** Maximum pixels along each side; a small file may decompress to more than a browser can handle. */
export const MAX_PICTURE_SIDE_PX = 6000;

interface Picture {
  format: 'png' | 'jpeg' | 'webp';
  width: number;
  height: number;
}

/** Judges by the content, not the file name; null when the format is unknown or a side out of bounds. */
export function readPicture(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = readPng(view) ?? readJpeg(view) ?? readWebp(view);
  const isSane = (side: number) => side > 0 && side <= MAX_PICTURE_SIDE_PX;
  return picture && isSane(picture.width) && isSane(picture.height) ? picture : null;
}

export function pictureFormatOf(key: string): string {
  return key.slice(key.lastIndexOf('-') + 1);
}

const textAt = (view: DataView, offset: number, length: number) =>
  offset + length > view.byteLength
    ? ''
    : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + offset, length));

/** The first chunk is the header (IHDR), the last an empty one (IEND) (PNG 3rd edition, 5.6). */
function readPng(view: DataView): Picture | null {
  const isWhole =
    textAt(view, 0, 8) === '\x89PNG\r\n\x1a\n' &&
    textAt(view, 12, 4) === 'IHDR' &&
    textAt(view, view.byteLength - 8, 4) === 'IEND';
  return isWhole ? { format: 'png', width: view.getUint32(16), height: view.getUint32(20) } : null;
}

/** Start-of-frame markers; the three gaps in the range have other meanings (ITU-T T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Skips segments by their length up to the frame header, which has the dimensions. */
function readJpeg(view: DataView): Picture | null {
  if (textAt(view, 0, 3) !== '\xff\xd8\xff') return null;
  let offset = 2;
  while (offset + 9 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1);
    if (isFrame(marker)) {
      return { format: 'jpeg', width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    }
    // A marker may be preceded by any number of fill bytes.
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return null;
}

/** The type of the first chunk determines where the dimensions are (RFC 9649). */
function readWebp(view: DataView): Picture | null {
  const isWhole =
    textAt(view, 0, 4) === 'RIFF' &&
    textAt(view, 8, 4) === 'WEBP' &&
    view.byteLength >= 30 &&
    view.getUint32(4, true) + 8 <= view.byteLength;
  if (!isWhole) return null;
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      if (textAt(view, 23, 3) !== '\x9d\x01\x2a') return null;
      return {
        format: 'webp',
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return null;
      const sides = view.getUint32(21, true);
      return { format: 'webp', width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return {
        format: 'webp',
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return null;
  }
}
