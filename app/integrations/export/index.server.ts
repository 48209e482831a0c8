import { json } from './json';
import type { ExportFormat } from './port';
import { srt } from './srt';
import { txt } from './txt';
import { vtt } from './vtt';

/** Every kind of file, by its ending. */
export const exportFormats: ReadonlyMap<string, ExportFormat> = new Map(
  Object.entries({ txt, json, srt, vtt }),
);
