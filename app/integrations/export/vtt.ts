import { toCaptions } from '@/app/domain/transcript/captions';
import { captionTime } from './caption-time';
import type { ExportFormat } from './port';

/** WebVTT captions with voice spans (W3C WebVTT, 4.2.2). */
export const vtt: ExportFormat = {
  contentType: 'text/vtt; charset=utf-8',
  render: async ({ utterances, options, nameOf }) =>
    [
      'WEBVTT\n',
      ...toCaptions(utterances).map(({ speaker, startMs, endMs, lines }) => {
        const times = `${captionTime(startMs, '.')} --> ${captionTime(endMs, '.')}`;
        const said = lines.map(escapeText).join('\n');
        const voice = options.shown.has('speakers') ? `<v ${escapeText(nameOf(speaker))}>${said}</v>` : said;
        return `${times}\n${voice}\n`;
      }),
    ].join('\n'),
};

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
