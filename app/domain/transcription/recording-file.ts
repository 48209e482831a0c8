import { AppError } from '../errors';
import { normaliseUnicode } from '../format/normalise-unicode';

/** File name extensions accepted for upload. The content is checked separately. */
export const RECORDING_EXTENSIONS = `
  .3ga .8svx .aac .ac3 .aif .aiff .alac .amr .ape .au .dss .flac .flv .m4a .m4b .m4p .m4r .mp3 .mp4 .mpga
  .ogg .oga .mogg .opus .qcp .tta .voc .wav .wma .wv .asf .mts .mov .webm .mkv .m2ts .3gp
`
  .trim()
  .split(/\s+/);

/** The extension in lower case with its dot, or ''. */
export function extensionOf(fileName: string): string {
  return /\.[^./\\]+$/.exec(fileName)?.[0].toLowerCase() ?? '';
}

export function isSupportedFileName(fileName: string): boolean {
  return RECORDING_EXTENSIONS.includes(extensionOf(fileName));
}

const VIDEO_EXTENSIONS = ['.3gp', '.asf', '.flv', '.m2ts', '.mkv', '.mov', '.mp4', '.mts', '.webm'];

/** Whether a recording may be a video, by its name. */
export const hasPicture = (fileName: string): boolean => VIDEO_EXTENSIONS.includes(extensionOf(fileName));

const MAX_DISPLAY_LENGTH = 24;

/** Keeps the zero-width joiner, which combines emoji. */
const oneLine = (text: string) =>
  text
    .replace(/[\t\r\n\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?!\u200d)[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/**
 * One line without a path or control characters, at most 255 characters; 'audio' when nothing is left. For
 * display only: never use it in a storage key or a command.
 */
export function cleanFileName(sent: string): string {
  const printable = oneLine(normaliseUnicode(sent, 'NFC').split(/[/\\]/).pop() ?? '');
  const ending = extensionOf(printable);
  const stem = [...printable.slice(0, printable.length - ending.length)];
  return stem.slice(0, Math.max(0, 255 - ending.length)).join('') + ending.slice(0, 255) || 'audio';
}

/** @throws AppError 'media.unsupported'; 'media.name-invalid' for a NUL, at which many programs end a name */
export function validateFileName(sent: string): string {
  if (sent.includes('\0')) throw new AppError('media.name-invalid');
  const name = cleanFileName(sent);
  if (!isSupportedFileName(name)) throw new AppError('media.unsupported');
  return name;
}

/** At most 24 characters, cut in the middle, since names often differ at their ends; '…' for nothing. */
export function truncateFileName(sent: string): string {
  const name = [...oneLine(sent)];
  if (name.length <= MAX_DISPLAY_LENGTH) return name.join('') || '…';
  return `${name.slice(0, 11).join('')}…${name.slice(-12).join('')}`;
}

export function titleFromFileName(fileName: string): string {
  return fileName.slice(0, fileName.length - extensionOf(fileName).length).trim() || fileName;
}
