import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/app/domain/format/format-bytes';
import { formatPosition } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { Alert } from '../ui/Alert';
import { Card } from '../ui/Card';
import { Table } from '../ui/Table';
import styles from './Admin.module.css';

interface JobLine {
  name: string;
  waiting: number;
  running: number;
  dead: number;
  oldestMs: number;
  runs: number;
  failures: number;
  /** Null before the first run. */
  meanMs: number | null;
}

interface SystemPageProps {
  obstacles: { part: 'database' | 'folder' | 'storage' | 'disk' }[];
  /** Null when unknown, as the number of workers. */
  freeMegabytes: number | null;
  liveWorkers: number | null;
  database: 'sqlite' | 'mysql';
  pool: { open: number; busy: number; waiting: number };
  jobs: JobLine[];
  /** Seconds of work for each second of recording; null before the first recording. */
  realTimeFactor: { recognizing: number | null; diarizing: number | null };
  failures: { mails: number; payments: number; webhooks: number };
}

/** What runs, waits and fails, for administrators without a monitor. */
export function SystemPage(system: SystemPageProps) {
  const { t } = useTranslation('admin');
  const { mails, payments, webhooks } = system.failures;
  return (
    <>
      <h1>{t('system.title')}</h1>
      <div className={styles.columns}>
        <Card id="state-title" title={t('system.state')}>
          <State {...system} />
        </Card>
        <Card id="speech-title" title={t('system.speech')}>
          <Speech {...system.realTimeFactor} />
        </Card>
        <Card id="failures-title" title={t('system.failures')}>
          <Facts
            facts={[
              [t('system.mails'), mails],
              [t('system.payments'), payments],
              [t('system.webhooks'), webhooks],
            ]}
          />
        </Card>
      </div>
      <h2>{t('system.jobs')}</h2>
      <Jobs jobs={system.jobs} />
      <p className={styles.quiet}>{t('system.hint')}</p>
    </>
  );
}

function State({ obstacles, freeMegabytes, liveWorkers, database, pool }: SystemPageProps) {
  const { t, i18n } = useTranslation('admin');
  const facts: [string, ReactNode][] = [
    [t('system.workers'), liveWorkers === 0 ? t('system.noWorker') : (liveWorkers ?? '–')],
    [t('system.disk'), freeMegabytes === null ? '–' : free(freeMegabytes, i18n.language)],
    [t('system.database'), database === 'sqlite' ? 'SQLite' : 'MySQL'],
  ];
  // SQLite has no connections to wait for.
  if (database === 'mysql') facts.push([t('system.connections'), t('system.pool', pool)]);
  return (
    <>
      {obstacles.length === 0 && <p>{t('system.ready')}</p>}
      {obstacles.map(({ part }) => (
        <Alert key={part} kind="error">
          {t(`system.obstacle.${part}`)}
        </Alert>
      ))}
      <Facts facts={facts} />
    </>
  );
}

const free = (megabytes: number, language: string) =>
  formatBytes(megabytes * 1024 ** 2, toInterfaceLanguage(language));

function Speech({ recognizing, diarizing }: SystemPageProps['realTimeFactor']) {
  const { t, i18n } = useTranslation('admin');
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const ofAMinute = (factor: number | null) =>
    factor === null ? '–' : t('system.seconds', { seconds: format.format(factor * 60) });
  return (
    <Facts
      facts={[
        [t('system.recognizing'), ofAMinute(recognizing)],
        [t('system.diarizing'), ofAMinute(diarizing)],
      ]}
    />
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Jobs({ jobs }: { jobs: JobLine[] }) {
  const { t, i18n } = useTranslation('admin');
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  if (jobs.length === 0) return <p className={styles.quiet}>{t('system.noJobs')}</p>;
  return (
    <Table
      label={t('system.jobs')}
      columns={(['job', 'waiting', 'oldest', 'running', 'dead', 'runs', 'failed', 'mean'] as const).map(
        (key) => t(`system.${key}`),
      )}
      rows={jobs.map((job) => ({
        key: job.name,
        cells: [
          job.name,
          job.waiting,
          job.oldestMs >= 1000 ? formatPosition(job.oldestMs) : '–',
          job.running,
          job.dead,
          job.runs,
          job.failures,
          job.meanMs === null ? '–' : t('system.seconds', { seconds: format.format(job.meanMs / 1000) }),
        ],
      }))}
    />
  );
}
