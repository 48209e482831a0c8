import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { NO_FILTER } from '@/app/domain/library/list-query';
import { parseSearch } from '@/app/domain/library/searchable-words';
import { listTranscriptions } from '@/app/services/library/list-transcriptions.server';
import { searchTranscripts } from '@/app/services/library/search-transcripts.server';
import { indexSavedTranscript } from '@/app/services/transcript/saved-text.server';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { migrate } from '@/models/migrate.server';
import { migrations } from '@/models/migrations/index.server';
import { describeOnBothDatabases } from '@/tests/support/databases';

const beforeLibrary = migrations.filter(({ name }) => name < '0004');
const sampleUtterances = [
  { speaker: 'Ana', startMs: 0, endMs: 400, confidence: 0.9, text: 'Assembleia', words: [] },
];

/** Rows of a version without the library: a user with a finished transcription and a waiting one. */
const OLD_ROWS = [
  `INSERT INTO users (id, public_id, email, name, created_at, updated_at)
    VALUES (1, 'person', 'ana@example.com', 'Ana', :now, :now)`,
  `INSERT INTO transcriptions (id, public_id, user_id, title, file_name, language, storage_key, size_bytes,
      duration_ms, status, confidence_score, created_at, updated_at)
    VALUES (1, 'ready', 1, 'Reunião de pauta', 'a.mp3', 'pt', 'a', 1, 400, 'succeeded', 90, :now, :now),
      (2, 'waiting', 1, 'Ata', 'b.mp3', 'pt', 'b', 1, 400, 'pending', NULL, :now, :now)`,
  `INSERT INTO transcripts (transcription_id, utterances, created_at, updated_at) VALUES (1, :sampleUtterances, :now, :now)`,
];

describeOnBothDatabases(
  'a database from before there was a library',
  () => {
    it('finds titles at once, and texts after the worker has indexed them', async () => {
      const replacements = { now: new Date(), sampleUtterances: JSON.stringify(sampleUtterances) };
      for (const statement of OLD_ROWS) await database().query(statement, { replacements });
      await migrate(database());

      const filter = { ...NO_FILTER, words: parseSearch('reuniao').terms };
      const { rows } = await listTranscriptions(1, 5, { number: 1 }, filter);
      expect(rows.map(({ title }) => title)).toEqual(['Reunião de pauta']);

      const jobs = await Job.findAll({ where: { name: 'index-transcript' } });
      expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([{ transcriptionId: 1 }]);
      await indexSavedTranscript(1);
      const { recordings } = await searchTranscripts(1, parseSearch('assembléia').terms, {});
      const hits = [{ speaker: 'Ana', text: 'Assembleia' }];
      expect(recordings).toMatchObject([{ publicId: 'ready', hits }]);
    });
  },
  beforeLibrary,
);
