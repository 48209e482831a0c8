import { Counter, Histogram, register } from 'prom-client';

/** Label names, each with the values that are known beforehand, which then begin at 0; none for any value. */
interface Measure {
  kind: 'counter' | 'histogram';
  help: string;
  labels: Record<string, readonly string[]>;
  buckets?: number[];
}

const OUTCOMES = ['done', 'failed'] as const;
const STAGES = ['decoding', 'recognizing', 'diarizing'] as const;
const REQUEST_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 30];
const TRANSFER_SECONDS = [0.1, 1, 10, 60, 600, 3600];

/** What is counted where it happens. Units are those of Prometheus: seconds. */
const MEASURES = {
  http_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time from request to the end of its answer, without uploads and downloads.',
    labels: { method: [], route: [], status: [] },
    buckets: REQUEST_SECONDS,
  },
  http_upload_duration_seconds: {
    kind: 'histogram',
    help: 'Time of requests that send a file or a piece of one.',
    labels: { route: [], status: [] },
    buckets: TRANSFER_SECONDS,
  },
  http_download_duration_seconds: {
    kind: 'histogram',
    help: 'Time of requests that fetch a recording or a file.',
    labels: { route: [], status: [] },
    buckets: TRANSFER_SECONDS,
  },
  celeste_job_duration_seconds: {
    kind: 'histogram',
    help: 'Run time of attempts at jobs; their count is the number of attempts.',
    labels: { name: [], outcome: [] },
    buckets: [0.1, 1, 10, 60, 600, 3600],
  },
  celeste_speech_processing_seconds_total: {
    kind: 'counter',
    help: 'Time spent on recordings; divided by the seconds of audio it is the real-time factor.',
    labels: { stage: STAGES },
  },
  celeste_speech_audio_seconds_total: {
    kind: 'counter',
    help: 'Length of the recordings processed.',
    labels: { stage: STAGES },
  },
  celeste_mails_total: { kind: 'counter', help: 'Mails sent.', labels: { outcome: OUTCOMES } },
  celeste_payment_calls_total: {
    kind: 'counter',
    help: 'Calls of the payment provider.',
    labels: { outcome: OUTCOMES },
  },
  celeste_payment_notices_total: {
    kind: 'counter',
    help: 'Webhooks received from the payment provider.',
    labels: { outcome: OUTCOMES },
  },
  celeste_webhook_attempts_total: {
    kind: 'counter',
    help: 'Attempts to deliver messages to webhooks of accounts.',
    labels: { outcome: OUTCOMES },
  },
} as const satisfies Record<string, Measure>;

type MeasureName = keyof typeof MEASURES;

type Labels = Record<string, string | number>;

/** One event to count, as child processes send it to their parent. */
export interface Measurement {
  measure: MeasureName;
  labels: Labels;
  value: number;
}

/** Sums of all values by measure and labels since the start: `celeste_mails_total{outcome=failed}`. */
export type Totals = Record<string, number>;

interface Figures {
  totals: Totals;
  /** Of a child process: takes what is measured instead. */
  send?: (measurement: Measurement) => void;
}

// The bundles of one process have a copy of this module each; prom-client's own registry they share.
const KEY = Symbol.for('celeste.metrics');
const shared = globalThis as { [KEY]?: Figures };
shared[KEY] ??= { totals: {} };
const figures = shared[KEY];

/** A short-lived child process has no figures of its own: it sends them to its parent. */
export function sendMeasurements(to: (measurement: Measurement) => void): void {
  figures.send = to;
}

/** Counts events, or seconds. */
export function count(measure: MeasureName, labels: Labels, value = 1): void {
  record({ measure, labels, value });
}

/** Counts how an attempt at something ended; passes its result or error on. */
export async function countOutcome<T>(
  measure: MeasureName,
  work: Promise<T>,
  isDone: (result: T) => boolean = () => true,
): Promise<T> {
  try {
    const result = await work;
    count(measure, { outcome: isDone(result) ? 'done' : 'failed' });
    return result;
  } catch (error) {
    count(measure, { outcome: 'failed' });
    throw error;
  }
}

export function record(measurement: Measurement): void {
  if (figures.send) {
    figures.send(measurement);
    return;
  }
  const { measure, labels, value } = measurement;
  const metric = metricOf(measure);
  if (metric instanceof Counter) metric.inc(labels, value);
  else metric.observe(labels, value);
  add(keyOf(measure, labels), value);
  if (metric instanceof Histogram) add(keyOf(`${measure}_count`, labels), 1);
}

export const measuredTotals = (): Readonly<Totals> => figures.totals;

function add(key: string, value: number): void {
  figures.totals[key] = (figures.totals[key] ?? 0) + value;
}

/** The key of a sum in `Totals`. */
export const keyOf = (measure: string, labels: Labels): string =>
  `${measure}{${Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')}}`;

function metricOf(name: MeasureName): Counter | Histogram {
  const known = register.getSingleMetric(name) as Counter | Histogram | undefined;
  return known ?? defineMetric(name, MEASURES[name]);
}

function defineMetric(name: string, { kind, help, labels, buckets }: Measure): Counter | Histogram {
  const labelNames = Object.keys(labels);
  if (kind === 'histogram') return new Histogram({ name, help, labelNames, ...(buckets && { buckets }) });
  const counter = new Counter({ name, help, labelNames });
  // A first failure is an increase only from a zero that was seen before.
  for (const [label, values] of Object.entries(labels)) {
    for (const value of values) counter.inc({ [label]: value }, 0);
  }
  return counter;
}

/** Makes every measure appear, before its first event. */
export function defineAllMetrics(): void {
  for (const name of Object.keys(MEASURES) as MeasureName[]) metricOf(name);
}
