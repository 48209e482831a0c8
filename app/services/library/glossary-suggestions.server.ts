import { AppError } from '@/app/domain/errors';
import { acceptSuggestion, createSuggester, type TermSuggestion } from '@/app/domain/library/suggest-terms';
import { editUtterance } from '../transcript/edit-utterance.server';
import { readDraftTranscript } from '../transcript/read-transcript.server';
import { readGlossary } from './glossary.server';

/** Shown at once; handling these brings up the rest. */
const MAX_SUGGESTIONS = 100;

export interface UtteranceSuggestion extends TermSuggestion {
  blockId: string;
  startMs: number;
  text: string;
}

/** Words that may be misspelt terms of the glossary. @throws AppError 'transcription.not-found' */
export async function listSuggestions(userId: number, publicId: string) {
  const { title, version, blocks } = await readDraftTranscript(userId, publicId);
  const terms = await readGlossary(userId);
  const suggestIn = createSuggester(terms);
  const suggestions: UtteranceSuggestion[] = [];
  for (const { id: blockId, startMs, text } of terms.length > 0 ? blocks : []) {
    for (const suggestion of suggestIn(text)) suggestions.push({ blockId, startMs, text, ...suggestion });
    if (suggestions.length >= MAX_SUGGESTIONS) break;
  }
  return { title, version, hasTerms: terms.length > 0, suggestions: suggestions.slice(0, MAX_SUGGESTIONS) };
}

/** Edits its utterance. @throws AppError 'transcription.not-found', 'transcript.conflict' when it is gone */
export async function applySuggestion(
  userId: number,
  publicId: string,
  taken: { version: number; submissionId: string; block: string; from: number; count: number; term: string },
): Promise<void> {
  const { suggestions } = await listSuggestions(userId, publicId);
  const { block: blockId, from, count, term, version, submissionId } = taken;
  const found = suggestions.find(
    (one) => one.blockId === blockId && one.from === from && one.count === count && one.term === term,
  );
  const text = found && acceptSuggestion(found.text, found);
  if (!text) throw new AppError('transcript.conflict');
  await editUtterance(userId, publicId, { blockId, version, submissionId, text });
}
