import { z } from 'zod';
import { code, submissionId } from '../form-fields';
import { normaliseUnicode } from '../format/normalise-unicode';
import { RECORDING_LANGUAGES } from './recording';
import { cleanFileName } from './recording-file';

const MAX_URL_LENGTH = 2_000;
const VIDEO_ID = /^[\w-]{11}$/;
const SITE = /^((www|m|music)\.)?youtube(-nocookie)?\.com$/;
const SHORT_SITE = /^(www\.)?youtu\.be$/;
const VIDEO_PATH = /^\/(?:shorts|embed|live|v)\/([^/]+)\/?$/;

/** Pattern for the HTML input: a URL of the site that contains something like a video id. */
export const VIDEO_LINK_PATTERN = String.raw`\s*(https?:\/\/)?((www|m|music)\.)?(youtube(-nocookie)?\.com|youtu\.be)\/.*[\w\-]{11}.*`;

/** Takes any form of YouTube URL, with or without a scheme; null for playlists, channels and all else. */
export function parseVideoId(typed: string): string | null {
  const link = typed.trim();
  const address = /^[a-z]+:/i.test(link) ? link : `https://${link}`;
  if (link.length > MAX_URL_LENGTH || /\s/.test(link) || !URL.canParse(address)) return null;
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol) || port || username || password) return null;
  const id = SHORT_SITE.test(hostname)
    ? /^\/([^/]+)\/?$/.exec(pathname)?.[1]
    : SITE.test(hostname)
      ? idOnSite(pathname, searchParams)
      : undefined;
  return id && VIDEO_ID.test(id) ? id : null;
}

function idOnSite(pathname: string, parameters: URLSearchParams): string | null | undefined {
  return /^\/watch\/?$/.test(pathname) ? parameters.get('v') : VIDEO_PATH.exec(pathname)?.[1];
}

/** Sanitises a video title for use as the title of a transcription: one line of at most 255 characters. */
export function videoTitle(sent: string): string {
  const line = normaliseUnicode(sent, 'NFC').replace(/(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return [...line.trim()].slice(0, 255).join('') || 'video';
}

/** File name for the audio of a video. @param extension with its dot */
export const videoFileName = (title: string, extension: string) =>
  cleanFileName(title.replace(/[/\\]/g, '-') + extension);

export const isVideoId = (text: string | null): text is string => text !== null && VIDEO_ID.test(text);

/** Step 1: `url` becomes the video's id. */
export const videoLinkSchema = z.object({
  submissionId,
  url: z
    .string({ error: code('video.link-invalid') })
    .transform((typed) => parseVideoId(typed))
    .refine((id) => id !== null, code('video.link-invalid'))
    .transform((id) => id!),
});

/** Step 2. */
export const videoSchema = z.object({
  submissionId,
  video: z.string({ error: code('form.malformed') }).regex(VIDEO_ID, code('form.malformed')),
  language: z.enum(RECORDING_LANGUAGES, { error: code('form.malformed') }).default('pt'),
  rights: z.literal('on', { error: code('video.rights-required') }),
});
