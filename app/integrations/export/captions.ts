import { formatPosition } from '@/app/domain/format/format-duration';
import { CAPTION_COLORS } from '@/app/domain/transcript/captions/caption-colors';
import { type Caption, toCaptions } from '@/app/domain/transcript/captions/captions';
import { huesOf } from '@/app/domain/transcript/people';
import type { ExportedTranscription, ExportFormat } from './port';

/** SubRip captions. Where the speaker changes, the name precedes the first line. */
export const srt: ExportFormat = {
  contentType: 'application/x-subrip; charset=utf-8',
  render: async (transcription) =>
    captionsOf(transcription)
      .map(({ startMs, endMs, labelledLines }, index) => {
        const times = `${captionTime(startMs, ',')} --> ${captionTime(endMs, ',')}`;
        return `${index + 1}\n${times}\n${labelledLines.map(withoutMarkup).join('\n')}\n`;
      })
      .join('\n'),
};

/** WebVTT captions with voice spans and a colour for each voice (W3C WebVTT, 4.2.2 and 8.2.1). */
export const vtt: ExportFormat = {
  contentType: 'text/vtt; charset=utf-8',
  render: async (transcription) => {
    const hasVoices = transcription.options.shown.has('speakers');
    const voiceOf = (speaker: string) => toVoice(transcription.nameOf(speaker));
    return [
      'WEBVTT\n',
      ...(hasVoices ? [styleOf(transcription, voiceOf)] : []),
      ...captionsOf(transcription).map(({ speaker, startMs, endMs, lines }) => {
        const times = `${captionTime(startMs, '.')} --> ${captionTime(endMs, '.')}`;
        const said = lines.map(escapeText).join('\n');
        return `${times}\n${hasVoices ? `<v ${escapeText(voiceOf(speaker))}>${said}</v>` : said}\n`;
      }),
      ...(transcription.foot === null ? [] : [`NOTE ${transcription.foot}\n`]),
    ].join('\n');
  },
};

function captionsOf({ utterances, durationMs, options, nameOf }: ExportedTranscription): Caption[] {
  return toCaptions(utterances, { durationMs, nameOf: options.shown.has('speakers') ? nameOf : null });
}

function styleOf({ utterances }: ExportedTranscription, voiceOf: (speaker: string) => string): string {
  const rules = [...huesOf(utterances)].map(
    ([speaker, hue]) =>
      `::cue(v[voice="${escapeString(voiceOf(speaker))}"]) { color: ${CAPTION_COLORS[hue]}; }`,
  );
  return `STYLE\n${rules.join('\n')}\n`;
}

/** Parsers collapse spaces in the name of a voice. */
const toVoice = (name: string) => name.replace(/\s+/g, ' ').trim();

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Escapes the text of a CSS string. `>` too, since a style block must not contain an arrow. */
const escapeString = (text: string) =>
  text.replace(/["\\<>&\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `);

/**
 * SubRip has no escapes. Parsers take an arrow for a line of times. Players hide what stands between `<` and `>`,
 * and those that draw with libass what stands between braces, also with a space or an invisible character in it;
 * so each of these is replaced by the character that looks most like it and means nothing to them.
 */
const withoutMarkup = (line: string) =>
  line.replaceAll('-->', '→').replace(/[<>{}]/g, (character) => LOOKALIKES[character]!);

const LOOKALIKES: Record<string, string> = { '<': '‹', '>': '›', '{': '(', '}': ')' };

/** Formats a caption timestamp as HH:MM:SS and milliseconds. @param mark ',' in SubRip, '.' in WebVTT */
const captionTime = (ms: number, mark: ',' | '.') =>
  `${formatPosition(ms)}${mark}${String(ms % 1000).padStart(3, '0')}`;
