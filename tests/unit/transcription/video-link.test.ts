import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseVideoId,
  VIDEO_LINK_PATTERN,
  videoFileName,
  videoTitle,
} from '@/app/domain/transcription/video-link';

const ID = 'dQw4w9WgXcQ';
const FORMS: ((id: string) => string)[] = [
  (id) => `https://www.youtube.com/watch?v=${id}`,
  (id) => `http://youtube.com/watch?v=${id}`,
  (id) => `https://m.youtube.com/watch?v=${id}`,
  (id) => `https://music.youtube.com/watch?v=${id}`,
  (id) => `https://youtu.be/${id}`,
  (id) => `https://www.youtube.com/shorts/${id}`,
  (id) => `https://www.youtube.com/embed/${id}`,
  (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  (id) => `https://www.youtube.com/live/${id}`,
  (id) => `https://www.youtube.com/v/${id}`,
];

const AS_BROWSERS_MATCH = new RegExp(`^(?:${VIDEO_LINK_PATTERN})$`, 'v');

const ids = fc.stringMatching(/^[\w-]{11}$/);
const forms = fc.constantFrom(...FORMS);
const parameters = fc.dictionary(fc.stringMatching(/^[a-uw-z]{1,6}$/), fc.string({ maxLength: 12 }), {
  maxKeys: 3,
});

describe('parseVideoId', () => {
  it('parses every form of URL, with further parameters, a time and surrounding spaces', () => {
    fc.assert(
      fc.property(ids, forms, parameters, (id, form, more) => {
        const address = new URL(form(id));
        for (const [name, value] of Object.entries(more)) address.searchParams.append(name, value);
        address.hash = 't=1m';
        expect(parseVideoId(`  ${address}\n`)).toBe(id);
        expect(`  ${address}`).toMatch(AS_BROWSERS_MATCH);
        expect(parseVideoId(address.href.replace(/^https?:\/\//, ''))).toBe(id);
      }),
    );
  });

  it('requires an id of 11 characters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{0,30}$/), forms, (id, form) => {
        expect(parseVideoId(form(id))).toBe(id.length === 11 ? id : null);
      }),
    );
  });

  it('returns null for any other input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
        expect(parseVideoId(text)).toBeNull();
      }),
    );
  });

  it.each([
    '',
    ID,
    'https://www.youtube.com/',
    `https://www.youtube.com/playlist?list=${ID}`,
    'https://www.youtube.com/@canal',
    `https://www.youtube.com/watch?list=PL0&index=2`,
    `https://example.com/watch?v=${ID}`,
    `https://youtube.com.example.com/watch?v=${ID}`,
    `https://notyoutube.com/watch?v=${ID}`,
    `https://example.com/?u=https://youtu.be/${ID}`,
    `https://youtube.com@example.com/watch?v=${ID}`,
    `https://ana:senha@youtube.com/watch?v=${ID}`,
    `https://youtube.com:8080/watch?v=${ID}`,
    `ftp://youtube.com/watch?v=${ID}`,
    `file:///watch?v=${ID}`,
    `javascript:alert('youtube.com/watch?v=${ID}')`,
    `--exec=id https://youtu.be/${ID}`,
    `https://youtu.be/${ID}/../../etc`,
    `https://www.youtube.com/watch?v=${ID}%0a`,
    `https://youtu.be/${ID}?${'x'.repeat(3000)}`,
  ])('rejects %s', (text) => {
    expect(parseVideoId(text)).toBeNull();
  });
});

describe('the title of a video', () => {
  it('keeps slashes and dots, and is limited to one line', () => {
    expect(videoTitle(' Ata 24/7 com Dr. Ana\u2028Maria \u202e')).toBe('Ata 24/7 com Dr. Ana Maria');
    expect([...videoTitle('😀'.repeat(300))]).toHaveLength(255);
    expect(videoTitle('\u0000')).toBe('video');
  });

  it('gives a file name without a path', () => {
    expect(videoFileName('Ata 24/7', '.webm')).toBe('Ata 24-7.webm');
  });
});
