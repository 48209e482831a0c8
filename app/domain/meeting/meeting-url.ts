import type { AppErrorCode } from '../errors';

const HOST = /^(www\.)?meet\.google\.com$/;
const ROOM = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** As long as the longest that a Workspace names. */
const MAX_ROOM_LENGTH = 60;

/** Pages of Google Meet that are no meeting, and so no code. */
const OTHER_PAGES: ReadonlySet<string> = new Set(['new', 'landing', 'lookup', 'about', 'home']);

export const meetingUrl = (room: string): string => `https://meet.google.com/${room}`;

/** The code in an address of Google Meet, with or without protocol and 'www', or what is wrong with the address. */
export function readMeetingUrl(typed: string): { room: string } | { error: AppErrorCode } {
  const text = typed.trim();
  if (text === '') return { error: 'meeting.url-required' };
  const url = parseUrl(text);
  if (!url || !HOST.test(url.hostname) || url.username || url.port) return { error: 'meeting.url-elsewhere' };
  const room = url.pathname.replace(/^\/+|\/+$/g, '').toLowerCase();
  const isRoom = ROOM.test(room) && room.length <= MAX_ROOM_LENGTH && !OTHER_PAGES.has(room);
  return isRoom ? { room } : { error: 'meeting.url-invalid' };
}

function parseUrl(text: string): URL | null {
  const withProtocol = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(withProtocol) ? new URL(withProtocol) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}
