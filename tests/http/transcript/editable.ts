import type { RunningCeleste } from '@/tests/support/celeste';
import type { TestUser } from '@/tests/support/test-user';
import { change, rows } from '../platform/data-dir';

const SENTENCES: [string, string][] = [
  ['A', 'bom dia'],
  ['B', 'olá a todos'],
  ['A', 'vamos lá'],
];

/**
 * Creates a finished transcription, whose confidence card is already dismissed.
 * @param celeste without a worker, which would transcribe the recording anew
 * @param sentences an utterance each, with its speaker
 * @returns the path of its page
 */
export async function editable(
  celeste: RunningCeleste,
  person: TestUser,
  sentences: [string, string][] = SENTENCES,
): Promise<string> {
  if (celeste.output().includes('waits for recordings')) throw new Error('A worker would transcribe it anew');
  await person.post('/transcriptions', { intent: 'sample' });
  // Others may add some meanwhile.
  const own =
    'email' in person ? `WHERE user_id = (SELECT id FROM users WHERE email = '${person.email}')` : '';
  const newest = `SELECT id, public_id FROM transcriptions ${own} ORDER BY id DESC LIMIT 1`;
  const [row] = await rows(celeste, newest);
  await change(
    celeste,
    `UPDATE transcriptions SET status = 'succeeded', confidence_score = 90, confidence_seen_at = created_at
     WHERE id = ${row!.id}`,
  );
  await change(
    celeste,
    `INSERT INTO transcripts (transcription_id, utterances, created_at, updated_at)
     VALUES (${row!.id}, '${machineText(sentences)}', '2026-11-20 12:00:00.000 +00:00', '2026-11-20 12:00:00.000 +00:00')`,
  );
  return `/transcriptions/${row!.public_id}`;
}

function machineText(sentences: [string, string][]): string {
  let at = 0;
  const utterances = sentences.map(([speaker, text]) => {
    const words = text.split(' ').map((word) => {
      at += 400;
      return { text: word, startMs: at - 400, endMs: at, confidence: 0.9 };
    });
    return { speaker, startMs: words[0]!.startMs, endMs: at, confidence: 0.9, text, words };
  });
  return JSON.stringify(utterances);
}

/** Creates an editable document. @returns the path of its page */
export async function editableDocument(
  person: TestUser,
  fields: Record<string, string> = {},
): Promise<string> {
  const path = (await person.post('/documents/new', fields)).location!.split('?')[0]!;
  await person.post(path, { intent: 'warn', understood: 'on' });
  return path;
}
