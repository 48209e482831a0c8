import { AppError } from '../errors';
import { normalised } from '../format/normalised';

/** File name endings that may be uploaded. The content has the last word. */
export const RECORDING_EXTENSIONS = [
  ...['.3ga', '.8svx', '.aac', '.ac3', '.aif', '.aiff', '.alac', '.amr', '.ape', '.au', '.dss', '.flac'],
  ...['.flv', '.m4a', '.m4b', '.m4p', '.m4r', '.mp3', '.mp4', '.mpga', '.ogg', '.oga', '.mogg', '.opus'],
  ...[
    '.qcp',
    '.tta',
    '.voc',
    '.wav',
    '.wma',
    '.wv',
    '.asf',
    '.mts',
    '.mov',
    '.webm',
    '.mkv',
    '.m2ts',
    '.3gp',
  ],
];

/** A file name's ending in lower case with its dot, or '' without one. */
export function extensionOf(fileName: string): string {
  return /\.[^./\\]+$/.exec(fileName)?.[0].toLowerCase() ?? '';
}

export function isSupportedFileName(fileName: string): boolean {
  return RECORDING_EXTENSIONS.includes(extensionOf(fileName));
}

const LONGEST_SHOWN = 24;

/** The zero-width joiner stays: it holds emoji together. */
const oneLine = (text: string) =>
  text
    .replace(/[\t\r\n\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?!\u200d)[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/**
 * What a browser sent as a file name, reduced to one line without a path or control characters.
 * For showing only: it never becomes part of a storage key or a command.
 * @returns at most 255 characters, the ending in lower case among them; 'audio' when nothing is left
 */
export function cleanFileName(sent: string): string {
  const printable = oneLine(normalised(sent, 'NFC').split(/[/\\]/).pop() ?? '');
  const ending = extensionOf(printable);
  const stem = [...printable.slice(0, printable.length - ending.length)];
  return stem.slice(0, Math.max(0, 255 - ending.length)).join('') + ending.slice(0, 255) || 'audio';
}

/**
 * The name under which a recording that somebody sends is kept, as cleanFileName.
 * @throws AppError 'media.name-invalid' for one with a NUL, at which many programs take a name to end,
 *   'media.unsupported'
 */
export function acceptedFileName(sent: string): string {
  if (sent.includes('\0')) throw new AppError('media.name-invalid');
  const name = cleanFileName(sent);
  if (!isSupportedFileName(name)) throw new AppError('media.unsupported');
  return name;
}

/**
 * A file's name as a message names it: one line, at most 24 characters, what is too much left out in the middle, since
 * names often differ at their ends. An ellipsis when nothing is left of it.
 */
export function shortFileName(sent: string): string {
  const name = [...oneLine(sent)];
  if (name.length <= LONGEST_SHOWN) return name.join('') || '…';
  return `${name.slice(0, 11).join('')}…${name.slice(-12).join('')}`;
}

/** The first title of a transcription: its file's name without the ending. */
export function titleFromFileName(fileName: string): string {
  return fileName.slice(0, fileName.length - extensionOf(fileName).length).trim() || fileName;
}
