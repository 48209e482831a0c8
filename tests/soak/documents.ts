import assert from 'node:assert/strict';
import fc from 'fast-check';
import { roundTrips } from '@/tests/unit/document/round-trips';
import { richTexts } from '../factories/rich-text';
import type { Soak } from './soak';

/** Generates random documents, converts them by every route and compares the results. */
export const soak: Soak = async ({ count, seed }) => {
  let paragraphs = 0;
  let letters = 0;
  fc.assert(
    fc.property(richTexts, (text) => {
      const [html, ...others] = roundTrips(text);
      for (const other of others) assert.equal(other, html);
      paragraphs += text.length;
      letters += html!.length;
    }),
    { numRuns: count, seed },
  );
  return { documents: count, paragraphs, 'letters of HTML': letters };
};
