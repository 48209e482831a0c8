import type {
  PrintableTranscript,
  PrintableUtterance,
} from '@/app/domain/transcript/export/printable-transcript';

/** A printable document of the given passages, as the service passes it to an export format. */
export function printedDocument(
  passages: Partial<PrintableUtterance>[],
  values: Partial<PrintableTranscript> = {},
): PrintableTranscript {
  return {
    title: 'Reunião',
    language: 'pt',
    savedAt: new Date('2026-11-20T22:30:00Z'),
    facts: [{ label: 'Data', value: '20 de nov de 2026 às 19:30' }],
    isNumbered: false,
    foot: null,
    words: { page: 'Página', of: 'de' },
    ...values,
    passages: passages.map((passage) => ({ speaker: null, time: null, runs: [], ...passage })),
  };
}
