import '@/tests/support/data-folder';
import { expect, it } from 'vitest';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { migrate } from '@/models/migrate.server';
import { migrations } from '@/models/migrations/index.server';
import { describeOnBothDatabases } from '@/tests/support/databases';

const OLD_ROWS = [
  ['transcribe', '{"transcriptionId":12}', 'waiting'],
  ['summarize', '{"transcriptionId":9}', 'running'],
  ['identify-speakers', '{"transcriptionId":7}', 'dead'],
  ['remove-files', '{"keys":["recordings/a"]}', 'waiting'],
  ['forget-elsewhere', '"text"', 'waiting'],
];

describeOnBothDatabases(
  'a database whose jobs have no subjects',
  () => {
    it('gives the jobs of transcriptions their subject', async () => {
      for (const [name, payload, status] of OLD_ROWS) {
        await database().query(
          `INSERT INTO jobs (name, payload, status, attempts, fence, run_at, created_at, updated_at)
          VALUES (:name, :payload, :status, 0, 0, :now, :now, :now)`,
          { replacements: { name, payload, status, now: new Date() } },
        );
      }
      await migrate(database());
      expect((await Job.findAll({ order: ['id'] })).map(({ subject }) => subject)).toEqual([
        ...['transcription:12', 'transcription:9', 'transcription:7'],
        ...[null, null],
      ]);
    });
  },
  migrations.filter(({ name }) => name < '0019'),
);
