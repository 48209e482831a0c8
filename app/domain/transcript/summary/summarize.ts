import type { Utterance } from '../transcript';
import { type PlacedSentence, sentencesOf } from './sentences';
import { extractKeywords } from './stop-words';

/** Maximum sentences of a summary, regardless of the recording's length. */
const MAX_SENTENCES = 12;
/** Sentences of the transcript per sentence of the summary. */
const SENTENCES_PER_SUMMARY_SENTENCE = 8;
/** Preferred sentence length, in words. */
const PREFERRED_LENGTH = { least: 5, most: 30 } as const;
/** Weight of a sentence's score against its dissimilarity from the selected ones (MMR's lambda). */
const MMR_LAMBDA = 0.7;
/** Only this many best candidates are compared with each other, which keeps the running time linear. */
const MAX_CANDIDATES = 200;

interface Candidate {
  sentence: PlacedSentence;
  words: ReadonlySet<string>;
  worth: number;
}

/**
 * The most representative sentences, in order. A sentence scores by how many others contain its words (log of
 * their frequency, without stop words), a little more at the beginning and the end; maximal marginal
 * relevance (Carbonell and Goldstein, 1998) avoids repetition. Deterministic.
 */
export function summarize(utterances: readonly Utterance[], language: string): PlacedSentence[] {
  const sentences = sentencesOf(utterances);
  const count = Math.min(MAX_SENTENCES, Math.ceil(sentences.length / SENTENCES_PER_SUMMARY_SENTENCE));
  return selectSentences(candidatesOf(sentences, language), count).sort(inOrder);
}

function candidatesOf(sentences: readonly PlacedSentence[], language: string): Candidate[] {
  const words = sentences.map(({ text }) => new Set(extractKeywords(text, language)));
  const frequency = new Map<string, number>();
  for (const set of words) for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return sentences
    .map((sentence, index) => ({
      sentence,
      words: words[index]!,
      worth:
        worthOf(words[index]!, frequency) *
        placeFactor(index, sentences.length) *
        lengthFactor(sentence.text),
    }))
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth || inOrder(one.sentence, other.sentence))
    .slice(0, MAX_CANDIDATES);
}

/** Mean over a sentence's keywords, damped so that one frequent word alone is not enough. */
function worthOf(words: ReadonlySet<string>, frequency: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const word of words) sum += Math.log(1 + frequency.get(word)!);
  return sum / (words.size + 2);
}

/** Meetings state their subject at the beginning and decisions at the end. */
function placeFactor(index: number, count: number): number {
  const place = index / Math.max(1, count - 1);
  return place < 0.1 || place > 0.9 ? 1.15 : 1;
}

function lengthFactor(text: string): number {
  const length = text.split(' ').length;
  if (length < PREFERRED_LENGTH.least) return length / PREFERRED_LENGTH.least / 2;
  return length > PREFERRED_LENGTH.most ? Math.max(0.4, PREFERRED_LENGTH.most / length) : 1;
}

function selectSentences(candidates: readonly Candidate[], count: number): PlacedSentence[] {
  const best = candidates[0]?.worth ?? 1;
  const left = new Set(candidates);
  const chosen: Candidate[] = [];
  while (chosen.length < count && left.size > 0) {
    let next: Candidate | undefined;
    let highest = -Infinity;
    for (const candidate of left) {
      const alike = Math.max(0, ...chosen.map((other) => wordOverlap(candidate.words, other.words)));
      const score = MMR_LAMBDA * (candidate.worth / best) - (1 - MMR_LAMBDA) * alike;
      if (alike > 0.8) left.delete(candidate);
      else if (score > highest) [next, highest] = [candidate, score];
    }
    if (!next) break;
    chosen.push(next);
    left.delete(next);
  }
  return chosen.map(({ sentence }) => sentence);
}

/** Common words as a share of the smaller set: a part of a sentence adds nothing new. */
function wordOverlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  return common / Math.max(1, Math.min(one.size, other.size));
}

const inOrder = (one: PlacedSentence, other: PlacedSentence) =>
  one.utterance - other.utterance || one.startMs - other.startMs;
