import { toCaptions } from '@/app/domain/transcription/captions';
import { captionTime } from './caption-time';
import type { ExportFormat } from './port';

/** WebVTT captions with voice spans (W3C WebVTT, 4.2.2). */
export const vtt: ExportFormat = {
  contentType: 'text/vtt; charset=utf-8',
  render: ({ utterances }) =>
    [
      'WEBVTT\n',
      ...toCaptions(utterances).map(({ speaker, startMs, endMs, lines }) => {
        const times = `${captionTime(startMs, '.')} --> ${captionTime(endMs, '.')}`;
        return `${times}\n<v ${escapeText(speaker)}>${lines.map(escapeText).join('\n')}</v>\n`;
      }),
    ].join('\n'),
};

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
