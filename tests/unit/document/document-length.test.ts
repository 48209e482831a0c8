import { expect, it } from 'vitest';
import { hasTooManyTags, isDocumentTooLong } from '@/app/domain/document/document-length';
import { plainParagraphs } from '@/app/domain/document/rich-text';

const lines = (count: number, text = 'a') => plainParagraphs(Array(count).fill(text));

it('allows the text of a book of a thousand pages', () => {
  expect(isDocumentTooLong(lines(40_000, 'a'.repeat(70)))).toBe(false);
});

it.each([
  ['characters', lines(41, 'a'.repeat(100_000))],
  ['paragraphs and runs', lines(200_001)],
])('finds a text with too many %s', (_, text) => {
  expect(isDocumentTooLong(text)).toBe(true);
});

it('lets a text that was too long change, and not grow', () => {
  expect(isDocumentTooLong(lines(41, 'b'.repeat(100_000)), lines(41, 'a'.repeat(100_000)))).toBe(false);
  expect(isDocumentTooLong(lines(42, 'b'.repeat(100_000)), lines(41, 'a'.repeat(100_000)))).toBe(true);
});

it('counts the tags of HTML', () => {
  expect(hasTooManyTags('<p>a</p>'.repeat(399_999))).toBe(false);
  expect(hasTooManyTags('<p><strong>a</strong> b</p>'.repeat(200_000))).toBe(false);
  expect(hasTooManyTags('<p class="x">'.repeat(400_001))).toBe(true);
  expect(hasTooManyTags('<P>'.repeat(400_001))).toBe(true);
  expect(hasTooManyTags('<b></b>'.repeat(600_001))).toBe(true);
  expect(hasTooManyTags('a &lt;'.repeat(1_300_000))).toBe(false);
});
