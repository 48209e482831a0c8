import { QueryTypes } from 'sequelize';
import { SESSION_IDLE_MS } from '@/app/domain/account/session';
import { parseSearch } from '@/app/domain/library/searchable-words';
import { encodePlaces, placeOf } from '@/app/domain/library/term-places';
import { listTranscriptions } from '@/app/services/library/list-transcriptions.server';
import { enforceRetention } from '@/app/services/library/retention/enforce-retention.server';
import { searchTranscripts } from '@/app/services/library/search-transcripts.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { fillTurns } from '@/app/services/platform/jobs/fill-turns.server';
import { sweep } from '@/app/services/platform/system/sweep.server';
import { database, MysqlDatabase } from '@/models/database.server';
import { SearchableUtterance } from '@/models/searchable-utterance.server';
import { onBothDatabases } from './both-databases';
import { type Figures, printProgress, type Soak } from './soak';

/** The smallest library that is measured; less fits into every cache. */
const FIRST_POWER = 4;
const TRANSCRIPTIONS_PER_ACCOUNT = 10;
const TRANSCRIPTIONS_PER_TEXT = 10;
const TRANSCRIPTIONS_PER_JOB = 100;
const LANES = 500;
const ROWS_AT_ONCE = 20_000;
const RUNS = 21;
/** Due for the nightly jobs at each size, so that their work is the same. */
const DUE = 20;
const WORDS = ['ata', 'bairro', 'cidade', 'debate', 'escola'];
/** Of a machine for a large library: the test's own cache would measure the disk. */
const LARGE_SERVER = [
  '--innodb-buffer-pool-size=6G',
  '--innodb-log-file-size=1G',
  `--max-recursive-iterations=${ROWS_AT_ONCE}`,
];
const NOW = "'2026-01-01 00:00:00.000'";

/**
 * Measures what pages, workers and nightly jobs do while a library grows tenfold at a time, to 10^count transcriptions
 * of a tenth as many accounts: rows, without recordings.
 */
export const soak: Soak = ({ count }) =>
  onBothDatabases(async (name) => {
    const figures: Figures = {};
    let first: Record<string, number> | null = null;
    for (let power = FIRST_POWER; power <= count; power += 1) {
      const size = 10 ** power;
      const startedAt = performance.now();
      await growTo(size, power === FIRST_POWER ? 0 : size / 10);
      printProgress(
        `${name}: 10^${power} rows after ${Math.round((performance.now() - startedAt) / 1000)} s`,
      );
      figures[`database, 10^${power}`] = `${Math.round((await databaseBytes()) / 1024 ** 2)} MB`;
      const times = await measure(size);
      first ??= times;
      for (const [what, ms] of Object.entries(times)) {
        figures[`${what}, 10^${power}`] =
          `${ms.toFixed(2)} ms, ${(ms / first[what]!).toFixed(2)} × the first`;
      }
    }
    return figures;
  }, LARGE_SERVER);

const run = (sql: string) => database().query(sql, { type: QueryTypes.RAW });

/** With indexes. */
async function databaseBytes(): Promise<number> {
  const bytes =
    database() instanceof MysqlDatabase
      ? 'SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables WHERE table_schema = DATABASE()'
      : 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
  const [found] = await database().select<{ bytes: number }>(bytes, {});
  return found!.bytes;
}

/** Inserts with SQL the rows `from + 1` to `to`; `columns` has for each column its value for row `i`. */
async function insert(
  table: string,
  columns: Record<string, string>,
  from: number,
  to: number,
): Promise<void> {
  for (let start = from; start < to; start += ROWS_AT_ONCE) {
    const end = Math.min(to, start + ROWS_AT_ONCE);
    await run(`INSERT INTO ${table} (${Object.keys(columns).join(', ')})
      WITH RECURSIVE n (i) AS (SELECT ${start + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${end})
      SELECT ${Object.values(columns).join(', ')} FROM n`);
  }
}

const publicId = (letter: string) => `CONCAT('${letter}', SUBSTR(CONCAT('000000000000000000000', i), -21))`;
const TIMES = { created_at: NOW, updated_at: NOW };

async function growTo(size: number, from: number): Promise<void> {
  const accounts = size / TRANSCRIPTIONS_PER_ACCOUNT;
  await insert(
    'users',
    {
      ...{ id: 'i', public_id: publicId('u'), email: "CONCAT('p', i, '@example.com')", name: "'Ana Souza'" },
      ...TIMES,
    },
    from / TRANSCRIPTIONS_PER_ACCOUNT,
    accounts,
  );
  // Scattered over all accounts, as they come in.
  const owner = `(i * 7919 % ${accounts} + 1)`;
  await insert(
    'transcriptions',
    {
      ...{ id: 'i', public_id: publicId('t'), user_id: owner, title: "CONCAT('Entrevista ', i)" },
      ...{
        title_key: "CONCAT('entrevista ', i)",
        file_name: "'a.mp3'",
        language: "'pt'",
        storage_key: publicId('r'),
      },
      ...{ size_bytes: '0', duration_ms: '60000', status: "'succeeded'", progress_percent: '100', ...TIMES },
    },
    from,
    size,
  );
  await insertTexts(from / TRANSCRIPTIONS_PER_TEXT, size / TRANSCRIPTIONS_PER_TEXT);
  await insert(
    'jobs',
    {
      ...{ name: "'transcribe'", payload: `CONCAT('{"transcriptionId":', i, '}')`, status: "'waiting'" },
      ...{ lane: `CONCAT('user:', i % ${LANES} + 1)`, run_at: NOW, ...TIMES },
    },
    from / TRANSCRIPTIONS_PER_JOB,
    size / TRANSCRIPTIONS_PER_JOB,
  );
  await fillTurns();
}

/** One utterance for each tenth transcription, with the words of the search among others. */
async function insertTexts(from: number, to: number): Promise<void> {
  const id = `i * ${TRANSCRIPTIONS_PER_TEXT}`;
  const step = SearchableUtterance.idAt(1, 0) - SearchableUtterance.idAt(0, 0);
  const text = `CONCAT('${WORDS.join(' ')} processo', i)`;
  const utterance = { id: `${id} * ${step} + ${SearchableUtterance.idAt(0, 0)}`, transcription_id: id };
  await insert(
    'searchable_utterances',
    { ...utterance, position: '0', speaker: "'A'", start_ms: '0', text },
    from,
    to,
  );
  for (const [place, word] of WORDS.entries()) {
    const places = `X'${Buffer.from(encodePlaces([placeOf(0, place)])).toString('hex')}'`;
    const owner = `(SELECT user_id FROM transcriptions WHERE id = ${id})`;
    await insert(
      'transcript_terms',
      { user_id: owner, term: `'${word}'`, transcription_id: id, places },
      from,
      to,
    );
  }
}

/** Median times in ms; of the nightly jobs, that of one run. */
async function measure(size: number): Promise<Record<string, number>> {
  const accounts = size / TRANSCRIPTIONS_PER_ACCOUNT;
  let turn = 0;
  const someone = () => ((turn++ * 104_729) % accounts) + 1;
  const terms = parseSearch(WORDS.slice(0, 2).join(' ')).terms;
  return {
    claim: await medianMs(async () => {
      if (!(await claimJob(['transcribe']))) throw new Error('no job was due');
    }),
    list: await medianMs(() => listTranscriptions(someone(), 5, { number: 1 })),
    search: await medianMs(() => searchTranscripts(someone(), terms, {})),
    retention: await onceMs(makeRecordingsExpire, enforceRetention),
    sweep: await onceMs(makeSessionsIdle, sweep),
  };
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let each = 0; each < RUNS; each += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[RUNS >> 1]!;
}

async function onceMs(prepare: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  await prepare();
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The newest that are left, since the job deletes them. */
const makeRecordingsExpire = async () => {
  const rows = await database().query<{ id: number }>(
    `SELECT id FROM transcriptions ORDER BY id DESC LIMIT ${DUE}`,
    { type: QueryTypes.SELECT },
  );
  const ids = rows.map(({ id }) => id).join(', ');
  await run(
    `UPDATE transcriptions SET status = 'stored', stored_until = ${NOW}, deletion_noticed_at = ${NOW} WHERE id IN (${ids})`,
  );
};

const makeSessionsIdle = () => {
  const longAgo = new Date(Date.now() - 2 * SESSION_IDLE_MS).toISOString().replace('T', ' ').slice(0, 23);
  const later = "'2099-01-01 00:00:00.000'";
  return insert(
    'sessions',
    {
      ...{
        token_hash: `CONCAT(i, '${Date.now()}')`,
        user_id: 'i',
        user_agent: "'growth'",
        expires_at: later,
      },
      ...{ last_used_at: `'${longAgo}'`, ...TIMES },
    },
    0,
    DUE,
  );
};
