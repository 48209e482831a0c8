import { toCaptions } from '@/app/domain/transcript/captions';
import { captionTime } from './caption-time';
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
