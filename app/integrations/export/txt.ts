import { formatPosition } from '@/app/domain/format/format-duration';
import type { ExportFormat } from './port';

/** Plain text: the title, then each utterance under its speaker and time. */
export const txt: ExportFormat = {
  contentType: 'text/plain; charset=utf-8',
  render: ({ title, utterances }) => {
    const blocks = utterances.map(
      ({ speaker, startMs, text }) => `${speaker} (${formatPosition(startMs)})\n${text}`,
    );
    return `${[title, ...blocks].join('\n\n')}\n`;
  },
};
