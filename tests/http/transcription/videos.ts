import type { RunningCeleste } from '@/tests/support/celeste';
import { change } from '../platform/data-dir';

/** Turns the feature flag of videos on, for everyone or for these addresses. */
export async function switchVideosOn(celeste: RunningCeleste, ...emails: string[]): Promise<void> {
  const at = '2026-01-01 00:00:00.000 +00:00';
  await change(celeste, `DELETE FROM flags WHERE name = 'celeste-youtube'`);
  await change(
    celeste,
    `INSERT INTO flags (name, is_on, emails, created_at, updated_at)
     VALUES ('celeste-youtube', 1, '${JSON.stringify(emails)}', '${at}', '${at}')`,
  );
}
