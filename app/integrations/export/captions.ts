import { formatPosition } from '@/app/domain/format/format-duration';
import { toCaptions } from '@/app/domain/transcript/captions';
import type { ExportFormat } from './port';

/** SubRip captions; the speaker's name precedes the first line. */
export const srt: ExportFormat = {
  contentType: 'application/x-subrip; charset=utf-8',
  render: async ({ utterances, options, nameOf }) =>
    toCaptions(utterances)
      .map(({ speaker, startMs, endMs, lines }, index) => {
        const times = `${captionTime(startMs, ',')} --> ${captionTime(endMs, ',')}`;
        const name = options.shown.has('speakers') ? `${nameOf(speaker)}: ` : '';
        return `${index + 1}\n${times}\n${name}${lines.join('\n')}\n`;
      })
      .join('\n'),
};

/** WebVTT captions with voice spans (W3C WebVTT, 4.2.2). */
export const vtt: ExportFormat = {
  contentType: 'text/vtt; charset=utf-8',
  render: async ({ utterances, options, nameOf, foot }) =>
    [
      'WEBVTT\n',
      ...toCaptions(utterances).map(({ speaker, startMs, endMs, lines }) => {
        const times = `${captionTime(startMs, '.')} --> ${captionTime(endMs, '.')}`;
        const said = lines.map(escapeText).join('\n');
        const voice = options.shown.has('speakers') ? `<v ${escapeText(nameOf(speaker))}>${said}</v>` : said;
        return `${times}\n${voice}\n`;
      }),
      ...(foot === null ? [] : [`NOTE ${foot}\n`]),
    ].join('\n'),
};

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Formats a caption timestamp as HH:MM:SS and milliseconds. @param mark ',' in SubRip, '.' in WebVTT */
const captionTime = (ms: number, mark: ',' | '.') =>
  `${formatPosition(ms)}${mark}${String(ms % 1000).padStart(3, '0')}`;
