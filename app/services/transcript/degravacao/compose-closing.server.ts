import { formatPosition } from '@/app/domain/format/format-duration';
import type { DegravacaoBlock } from '@/app/domain/transcript/degravacao/document';
import { translator } from '@/app/i18n/texts.server';
import type { DegravacaoParts } from './compose-degravacao.server';
import { signatoryOf } from './compose-facts.server';

/** The closing formula, and lines for whoever signs. */
export function composeClosing(parts: DegravacaoParts): DegravacaoBlock[] {
  const { transcript, digest, language, print } = parts;
  const t = translator(language, 'transcript');
  const duration = formatPosition(transcript.durationMs);
  return [
    { kind: 'heading', text: t('degravacao.file.closing'), startsPage: true },
    { kind: 'paragraph', text: t('degravacao.file.formula', { duration, digest }) },
    { kind: 'paragraph', text: t('degravacao.file.marks') },
    { kind: 'paragraph', text: t('degravacao.file.place') },
    { kind: 'signature', text: print(signatoryOf(parts)) || t('degravacao.responsible') },
    { kind: 'signature', text: t('degravacao.file.checked') },
  ];
}
