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

/**
 * What a browser sent as a file name, reduced to one line without a path or control characters.
 * For showing only: it never becomes part of a storage key or a command.
 * @returns at most 255 characters, the ending in lower case among them; 'audio' when nothing is left
 */
export function cleanFileName(sent: string): string {
  const lastPart = normalised(sent, 'NFC').split(/[/\\]/).pop() ?? '';
  // The zero-width joiner stays: it holds emoji together.
  const printable = lastPart.replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const ending = extensionOf(printable);
  const stem = [...printable.slice(0, printable.length - ending.length)];
  return stem.slice(0, Math.max(0, 255 - ending.length)).join('') + ending.slice(0, 255) || 'audio';
}

/** The first title of a transcription: its file's name without the ending. */
export function titleFromFileName(fileName: string): string {
  return fileName.slice(0, fileName.length - extensionOf(fileName).length).trim() || fileName;
}
