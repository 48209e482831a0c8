import { printHtml } from '@/app/domain/transcript/print-html';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import type { TranscriptView } from '@/app/services/transcript/read-transcript.server';

/** The transcript as a page for printing; nameless speakers are called in the reader's language. */
export function printTemplateResponse(
  { title, language, utterances }: TranscriptView,
  readers: InterfaceLanguage,
): Response {
  const t = translator(readers, 'transcript');
  const nameOf = (speaker: string) => (isAnonymous(speaker) ? t('speaker', { label: speaker }) : speaker);
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' };
  return new Response(printHtml({ title, language, utterances, nameOf }), { headers });
}
