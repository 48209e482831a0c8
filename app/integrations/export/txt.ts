import { fillLines } from '@/app/domain/format/fill-lines';
import type {
  PrintableTranscript,
  PrintableUtterance,
} from '@/app/domain/transcript/export/printable-transcript';
import type { ExportFormat } from './port';

const LINE_CHARACTERS = 72;
const NUMBER_CHARACTERS = 6;

/** Plain text: the title, then each utterance below its speaker and time; or numbered lines. */
export const txt: ExportFormat = {
  contentType: 'text/plain; charset=utf-8',
  render: async (transcription) => {
    const document = transcription.printed();
    return document.isNumbered ? numbered(document) : plain(document);
  },
};

function plain({ title, passages, foot }: PrintableTranscript): string {
  const blocks = passages.map((passage) => {
    const { speaker, time } = passage;
    const heading = speaker !== null && time !== null ? `${speaker} (${time})` : (speaker ?? time);
    return [heading, textOf(passage)].filter((line) => line !== null).join('\n');
  });
  return `${[title, ...blocks, ...footOf(foot)].join('\n\n')}\n`;
}

function numbered({ title, facts, passages, foot }: PrintableTranscript): string {
  let number = 0;
  const count = (line: string) => `${String(++number).padStart(NUMBER_CHARACTERS - 2)}  ${line}`;
  const blocks = passages.map((passage) => {
    const stamp = passage.time === null ? '' : `[${passage.time}] `;
    const heading = passage.speaker === null ? [] : [passage.speaker];
    return [...heading, ...fillLines(`${stamp}${textOf(passage)}`.split(' '), LINE_CHARACTERS)]
      .map(count)
      .join('\n');
  });
  const head = [title, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n');
  return `${[head, ...blocks, ...footOf(foot)].join('\n\n')}\n`;
}

const footOf = (foot: string | null) => (foot === null ? [] : [foot]);

const textOf = ({ runs }: PrintableUtterance) => runs.map(({ text }) => text).join(' ');
