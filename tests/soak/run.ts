import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openSmallDisk } from '../support/small-disk';
import type { EditableText } from './editable-text';
import type { Soak } from './soak';

interface SoakEntry {
  about: string;
  count: number;
  /** Whether the count is the time it takes, which --minutes sets too. */
  isInMinutes?: true;
  load(): Promise<{ soak: Soak }>;
}

const HOSTILE_DISK_MB = 2_048;

const SOAKS: Record<string, SoakEntry> = {
  kills: {
    about:
      'two SIGKILLs of a child, the worker or everything for each SIGSTOP of a worker past its lease, while recordings are transcribed',
    count: 150,
    load: () => import('./kills'),
  },
  ledger: {
    about:
      'random sequences of events in wallets, eight at a time, then a kill for each hundred of them, on each database',
    count: 10_000,
    load: () => import('./ledger'),
  },
  payments: {
    about:
      'purchases and subscriptions whose webhooks come once to three times, shuffled, some never, to a handler that is killed for each 25 of them, on each database',
    count: 500,
    async load() {
      // The first import of an app module reads the settings.
      const { stripe } = await import('@/tests/database/billing/payments/stripe-account');
      const { soakWith } = await import('./payments');
      return { soak: soakWith(stripe) };
    },
  },
  uploads: {
    about: 'uploads at once, by one person and then by as many people',
    count: 20,
    load: () => import('./uploads'),
  },
  'cut-uploads': {
    about:
      'uploads in pieces over connections cut at random bytes on either side, one in ten with the server killed',
    count: 200,
    load: () => import('./cut-uploads'),
  },
  'refused-uploads': {
    about: 'uploads of every kind that are refused or broken off, while health is asked for',
    count: 200,
    load: () => import('./refused-uploads'),
  },
  edits: {
    about: 'edits of a transcript, one kill of a tab, browser, device, server or line to 50 of them',
    count: 5_000,
    load: () => editsOf(50, async () => (await import('./editable-transcript')).transcript),
  },
  merges: {
    about: 'histories of three editors whose changes are merged word by word, in any order',
    count: 50_000,
    load: () => import('./merges'),
  },
  'document-edits': {
    about: 'edits of a document, one kill of the same kinds to 33 of them',
    count: 1_000,
    load: () => editsOf(33, async () => (await import('./editable-document')).document),
  },
  documents: {
    about: 'random documents, as HTML, in the plain form, and back',
    count: 2_000,
    load: () => import('./documents'),
  },
  media: {
    about: 'real files of all extensions, sound and unsound, against the verdict of plain ffmpeg',
    count: 360,
    load: () => import('./media'),
  },
  migrations: {
    about:
      'kills at random moments of the migration from each earlier version to the newest, on each database',
    count: 100,
    load: () => import('./migrations'),
  },
  hostile: {
    about: 'minutes of attacks of all kinds, kills and full disks beside 20 honest people',
    count: 60,
    isInMinutes: true,
    async load() {
      const disk = await openSmallDisk(HOSTILE_DISK_MB);
      if (!disk) throw new Error('a small disk of its own could not be mounted');
      process.env.DATA_DIR = disk.folder;
      const { soakOn } = await import('./hostile');
      return { soak: soakOn(disk) };
    },
  },
  cluster: {
    about:
      'minutes of use by two web servers and three workers on one database, while processes, clocks, lines, disks, database and Redis fail',
    count: 60,
    isInMinutes: true,
    async load() {
      const { openSurroundings } = await import('./cluster/surroundings');
      const surroundings = await openSurroundings(process.env.DATA_DIR!);
      // The first import of an app module reads the settings.
      Object.assign(process.env, surroundings.env, { DATABASE_URL: surroundings.databaseUrl });
      const { soakOn } = await import('./cluster');
      return { soak: soakOn(surroundings) };
    },
  },
  api: {
    about: 'generated calls of every operation of the API by two accounts, right and wrong ones',
    count: 20_000,
    load: () => import('./api'),
  },
  parsers: {
    about:
      'shapes of hostile texts, each ten times as long for everything that reads what comes from outside',
    count: 70,
    load: () => import('./parsers'),
  },
  meetings: {
    about:
      'all ways in which a visit to a meeting ends, then kills of the browser, its child process or the worker while two people speak',
    count: 50,
    load: () => import('./meetings'),
  },
  calendar: {
    about:
      'random changes on both sides of a calendar, with lost answers, retries, crashes and much at once, on each database',
    count: 200,
    async load() {
      const { startFakeGoogle } = await import('../support/fake-google');
      const google = await startFakeGoogle();
      // The first import of an app module reads the settings.
      Object.assign(process.env, google.env);
      const { soakWith } = await import('./calendar');
      return { soak: soakWith(google) };
    },
  },
  webhooks: {
    about:
      'kills of the worker while it sends messages to receivers that are sound, moody, slow, endless, redirecting or gone',
    count: 100,
    load: () => import('./webhooks'),
  },
  growth: {
    about: 'powers of ten to which a library grows, with the times of pages, claims and nightly jobs at each',
    count: 7,
    load: () => import('./growth'),
  },
  image: {
    about: 'the very commands of the Dockerfile in clean folders, then a recording with the result',
    count: 1,
    load: () => import('./image'),
  },
  codes: {
    about: 'wrong login codes from 50 addresses',
    count: 10_000,
    load: () => import('./codes'),
  },
};

/** The first import of an app module reads the settings. */
async function editsOf(editsPerKill: number, load: () => Promise<EditableText>): Promise<{ soak: Soak }> {
  const { soakOf } = await import('./edits');
  return { soak: soakOf(await load(), editsPerKill) };
}

function list(): void {
  process.stdout.write('npm run soak -- NAME [--count N | --minutes N] [--seed N]\n');
  for (const [name, { about, count }] of Object.entries(SOAKS)) {
    process.stdout.write(`  ${name.padEnd(14)} ${about} (${count})\n`);
  }
}

/** @throws Error when the text is not an integer above 0 */
function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${option} is a whole number above 0, not ${text}`);
  return Number(text);
}

async function run(name: string, soak: SoakEntry, count: number, seed: number): Promise<void> {
  // Before any import of an app module, which reads the settings.
  const folder = await mkdtemp(path.join(tmpdir(), `celeste-soak-${name}-`));
  process.env.DATA_DIR = folder;
  process.env.SPEECH_MODELS = 'demo';
  process.stdout.write(`${name}: count ${count}, seed ${seed}\n`);
  const startedAt = performance.now();
  const { soak: carryOut } = await soak.load();
  const figures = await carryOut({ count, seed });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  for (const [figure, value] of Object.entries({ ...figures, seconds })) {
    process.stdout.write(`  ${figure}: ${value}\n`);
  }
  await rm(folder, { recursive: true, force: true });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' } },
});
const [name = ''] = positionals;
const soak = Object.hasOwn(SOAKS, name) ? SOAKS[name] : undefined;
if (!soak) {
  list();
  process.exit(name ? 1 : 0);
}
if (values.minutes !== undefined && !soak.isInMinutes)
  throw new Error(`${name} takes --count, not --minutes`);
const asked = values.minutes ?? values.count;
const count = asked === undefined ? soak.count : wholeNumber(values.minutes ? 'minutes' : 'count', asked);
const seed = values.seed === undefined ? 1 + randomInt(2 ** 31) : wholeNumber('seed', values.seed);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
try {
  await run(name, soak, count, seed);
  process.stdout.write(`${name}: every promise was kept\n`);
  process.exit(0);
} catch (error) {
  process.stdout.write(`${name}: A PROMISE WAS BROKEN\n`);
  if (existsSync(process.env.DATA_DIR!))
    process.stdout.write(`the data is left in ${process.env.DATA_DIR}\n`);
  process.stdout.write(`${(error as Error).stack}\n`);
  process.exit(1);
}
