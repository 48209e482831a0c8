import { documentFormats, exportFormats } from '@/app/integrations/export/index.server';
import { database } from '@/models/database.server';

const TITLE = 'Celeste';
/** As many words as a short file has. */
const TEXT = 'palavra '.repeat(60).trim();

/**
 * Writes a small PDF of each kind and opens the database, so that the libraries and fonts are loaded: the first file then
 * takes no longer than the others. What fails here fails again, and is reported, where somebody asks for it.
 */
export async function warmExports(): Promise<void> {
  const savedAt = new Date();
  const runs = [{ text: TEXT }];
  const printed = () => ({
    title: TITLE,
    language: 'pt',
    savedAt,
    facts: [],
    isNumbered: false,
    foot: null,
    passages: [{ speaker: TITLE, time: '00:00:00', runs }],
    words: { page: TITLE, of: TITLE },
  });
  const transcription = {
    publicId: '',
    title: TITLE,
    language: 'pt',
    durationMs: 0,
    confidenceScore: null,
    updatedAt: savedAt,
    utterances: [],
    options: { shown: new Set([]), layout: 'plain' },
    nameOf: (speaker: string) => speaker,
    foot: null,
    printed,
  } as const;
  const document = { title: TITLE, language: 'pt', savedAt, text: [], baseUrl: '' };
  await Promise.allSettled([
    database().query('SELECT 1'),
    exportFormats.get('pdf')!.render({ ...transcription, utterances: [] }),
    documentFormats.get('pdf')!.render(document),
  ]);
}
