import { describe, expect, it } from 'vitest';
import { meetingUrl, readMeetingUrl } from '@/app/domain/meeting/meeting-url';

describe('addresses of Google Meet', () => {
  it.each([
    'https://meet.google.com/abc-defg-hij',
    'http://meet.google.com/abc-defg-hij',
    'meet.google.com/abc-defg-hij',
    'www.meet.google.com/abc-defg-hij',
    'https://www.meet.google.com/abc-defg-hij',
    ' HTTPS://MEET.GOOGLE.COM/ABC-DEFG-HIJ/ ',
    'meet.google.com/abc-defg-hij?authuser=0&pli=1#top',
    'https://meet.google.com:443/abc-defg-hij',
    'https://meet.google.com//abc-defg-hij',
  ])('%s has the code', (typed) => {
    expect(readMeetingUrl(typed)).toEqual({ room: 'abc-defg-hij' });
    expect(meetingUrl('abc-defg-hij')).toBe('https://meet.google.com/abc-defg-hij');
  });

  it.each(['equipe', 'Sala1', 'abc-1'])('takes the code %s', (code) => {
    expect(readMeetingUrl(`meet.google.com/${code}`)).toEqual({ room: code.toLowerCase() });
  });

  it.each([
    ['', 'meeting.url-required'],
    ['  ', 'meeting.url-required'],
    ['https://zoom.us/j/123', 'meeting.url-elsewhere'],
    ['abc-defg-hij', 'meeting.url-elsewhere'],
    ['reunião de hoje', 'meeting.url-elsewhere'],
    ['https://meet.google.com.evil.example/abc-defg-hij', 'meeting.url-elsewhere'],
    ['https://evil.example/meet.google.com/abc-defg-hij', 'meeting.url-elsewhere'],
    ['https://meet.google.com@evil.example/abc-defg-hij', 'meeting.url-elsewhere'],
    ['https://ana@meet.google.com/abc-defg-hij', 'meeting.url-elsewhere'],
    ['https://meet.google.com:8443/abc-defg-hij', 'meeting.url-elsewhere'],
    ['javascript://meet.google.com/abc-defg-hij', 'meeting.url-elsewhere'],
    ['ftp://meet.google.com/abc-defg-hij', 'meeting.url-elsewhere'],
    ['https://calendar.google.com/abc-defg-hij', 'meeting.url-elsewhere'],
    ['https://meet.google.com', 'meeting.url-invalid'],
    ['https://meet.google.com/', 'meeting.url-invalid'],
    ['https://meet.google.com/new', 'meeting.url-invalid'],
    ['https://meet.google.com/lookup/abc', 'meeting.url-invalid'],
    ['https://meet.google.com/abc_defg', 'meeting.url-invalid'],
    ['https://meet.google.com/abc%20defg', 'meeting.url-invalid'],
    ['https://meet.google.com/-abc-', 'meeting.url-invalid'],
    [`https://meet.google.com/${'a'.repeat(61)}`, 'meeting.url-invalid'],
  ])('refuses %s', (typed, error) => {
    expect(readMeetingUrl(typed)).toEqual({ error });
  });
});
