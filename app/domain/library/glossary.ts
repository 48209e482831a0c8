import { z } from 'zod';
import { code, submissionId, wholeNumber } from '../form-fields';
import { toOneLine } from '../format/normalise-unicode';

/** Limits that every recognizer with term support accepts. */
export const MAX_TERMS = 100;
export const MAX_TERM_LENGTH = 60;
const MAX_TERM_WORDS = 6;

const isTerm = (term: string): boolean =>
  [...term].length <= MAX_TERM_LENGTH && term.split(' ').length <= MAX_TERM_WORDS;

/** A glossary with names after its own terms, as far as a recognizer accepts them. */
export const withNames = (terms: readonly string[], names: readonly string[]): string[] =>
  [...new Set([...terms, ...names.filter(isTerm)])].slice(0, MAX_TERMS);

/** One term per line; empty lines and duplicates are ignored. */
export const glossarySchema = z.object({
  submissionId,
  terms: z
    .string()
    .default('')
    .transform((text) => [...new Set(text.split(/\r?\n/).map(toOneLine).filter(Boolean))])
    .refine((terms) => terms.length <= MAX_TERMS, code('glossary.too-many'))
    .refine((terms) => terms.every(isTerm), code('glossary.term-too-long')),
});

/** Accepts a suggestion: replaces words of an utterance by a term. */
export const acceptSuggestionSchema = z.object({
  submissionId,
  version: wholeNumber,
  block: z.string({ error: code('form.malformed') }),
  from: wholeNumber,
  count: wholeNumber,
  term: z.string({ error: code('form.malformed') }),
});
