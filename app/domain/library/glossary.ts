import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { submissionId } from '../form-fields';
import { normaliseUnicode } from '../format/normalise-unicode';

/** Limits that every recognizer with term support accepts. */
export const MAX_TERMS = 100;
export const MAX_TERM_LENGTH = 60;
export const MAX_TERM_WORDS = 6;

const cleanTerm = (line: string) =>
  normaliseUnicode(line, 'NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();

/** One term per line; empty lines and duplicates are ignored. */
export const glossarySchema = z.object({
  submissionId,
  terms: z
    .string()
    .default('')
    .transform((text) => [...new Set(text.split(/\r?\n/).map(cleanTerm).filter(Boolean))])
    .refine((terms) => terms.length <= MAX_TERMS, 'glossary.too-many' satisfies AppErrorCode)
    .refine(
      (terms) =>
        terms.every(
          (term) => [...term].length <= MAX_TERM_LENGTH && term.split(' ').length <= MAX_TERM_WORDS,
        ),
      'glossary.term-too-long' satisfies AppErrorCode,
    ),
});

const place = z.coerce
  .number({ error: 'form.malformed' satisfies AppErrorCode })
  .int()
  .min(0);

/** Accepts a suggestion: replaces words of an utterance by a term. */
export const acceptSuggestionSchema = z.object({
  submissionId,
  version: place,
  block: z.string({ error: 'form.malformed' satisfies AppErrorCode }),
  from: place,
  count: place,
  term: z.string({ error: 'form.malformed' satisfies AppErrorCode }),
});
