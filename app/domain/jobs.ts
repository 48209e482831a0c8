import { z } from 'zod';
import { INTERFACE_LANGUAGES } from './format/language';

/** Each queue has slots of its own, so that quick jobs do not wait for recordings that take hours. */
export const JOB_QUEUES = [
  'speech',
  'live',
  'meeting',
  'video',
  'derived',
  'calendar',
  'webhook',
  'backup',
  'quick',
] as const;

export type JobQueue = (typeof JOB_QUEUES)[number];

interface JobKind {
  queue: JobQueue;
  payload: z.ZodType;
  /** Attempts before a job becomes a dead letter. */
  attempts: number;
  /** Jobs of one lane run one at a time, in the order they were enqueued. */
  lane?(userId: number): string;
  /** A lane that is not a user's, by what the job is about. */
  payloadLane?(payload: never): string;
  /** Key under which a job is found again. */
  subject?(payload: never): string;
  /** Of a periodic job: crontab expression with five fields, in São Paulo time. */
  crontab?: string;
}

export const JOB_ATTEMPTS = 5;

const attempts = JOB_ATTEMPTS;
/** With pauses that double, three days: a customer is charged for as long as these fail. */
const PATIENT_ATTEMPTS = 19;
const recordingLane = (userId: number) => `user:${userId}`;
/** Apart from the recordings, which do not wait for a download. */
const videoLane = (userId: number) => `video:${userId}`;
/** Apart from the recordings, since one speaks now. */
const dictationLane = (userId: number) => `dictation:${userId}`;
/** The first attempts of an endpoint's messages, in order; later ones hold nothing up, nor one endpoint another. */
const webhookLane = ({ endpointId }: { endpointId: number }) => `webhook-endpoint:${endpointId}`;
/** Apart from the recordings, since a mail must not wait for one. */
const accountLane = (userId: number) => `account:${userId}`;

/** An older e-mail must not overwrite a newer one at the payment provider, nor a mail wait for that. */
const customerLane = (userId: number) => `customer:${userId}`;

const transcriptionPayload = z.object({ transcriptionId: z.int() });

export const transcriptionSubject = (id: number): string => `transcription:${id}`;

/** The transcription's id of a job's subject; null for a job of something else. */
export function transcriptionOfSubject(subject: string | null): number | null {
  const [, id] = /^transcription:(\d+)$/.exec(subject ?? '') ?? [];
  return id ? Number(id) : null;
}

export const meetingSubject = (id: number): string => `meeting:${id}`;

export const dictationSubject = (id: number): string => `dictation:${id}`;

const meetingPayload = z.object({ meetingId: z.int() });

const ofTranscription = {
  payload: transcriptionPayload,
  subject: ({ transcriptionId }: z.infer<typeof transcriptionPayload>) =>
    transcriptionSubject(transcriptionId),
  attempts,
};
const periodic = { queue: 'quick', payload: z.object({}), attempts } as const;

/** The job catalogue. Its names and lanes stand in the database, so they must not change. */
export const JOBS = {
  transcribe: { ...ofTranscription, queue: 'speech', lane: recordingLane },
  'identify-speakers': { ...ofTranscription, queue: 'speech', lane: recordingLane },
  'align-words': { ...ofTranscription, queue: 'speech', lane: recordingLane },
  'fetch-video': { ...ofTranscription, queue: 'video', lane: videoLane },
  'fetch-address': {
    queue: 'video',
    payload: transcriptionPayload.extend({ url: z.string() }),
    lane: videoLane,
    subject: ofTranscription.subject,
    attempts,
  },
  /** Takes a file of the watched folder. */
  'take-file': {
    queue: 'video',
    /** `sizeBytes`, `modifiedMs`, `inode`: tell it from a later file of that name. */
    payload: z.object({
      userId: z.int(),
      name: z.string(),
      sizeBytes: z.number(),
      modifiedMs: z.number(),
      inode: z.string(),
    }),
    payloadLane: () => 'watched-folder',
    attempts,
  },
  'attend-meeting': {
    queue: 'meeting',
    payload: meetingPayload,
    subject: ({ meetingId }: { meetingId: number }) => meetingSubject(meetingId),
    attempts,
  },
  /** The e-mail about a meeting that failed. */
  'meeting-notice': { queue: 'quick', payload: meetingPayload, attempts },
  'follow-dictation': {
    queue: 'live',
    payload: z.object({ dictationId: z.int() }),
    lane: dictationLane,
    subject: ({ dictationId }: { dictationId: number }) => dictationSubject(dictationId),
    attempts,
  },
  summarize: { ...ofTranscription, queue: 'derived' },
  'copy-recording': { ...ofTranscription, queue: 'derived' },
  'draw-peaks': { ...ofTranscription, queue: 'derived' },
  'index-transcript': { ...ofTranscription, queue: 'quick' },
  'index-document': { queue: 'quick', payload: z.object({ documentId: z.int() }), attempts },
  /** The outcome e-mail of a transcription. */
  notice: { ...ofTranscription, queue: 'quick' },
  /** Deletes what an external speech engine stores; the payload is private to the engine. */
  'forget-elsewhere': { queue: 'quick', payload: z.unknown(), attempts },
  'remove-files': { queue: 'quick', payload: z.object({ keys: z.array(z.string()) }), attempts },
  'announce-email-change': {
    queue: 'quick',
    payload: z.object({
      to: z.string(),
      name: z.string().optional(),
      language: z.enum(INTERFACE_LANGUAGES),
    }),
    lane: accountLane,
    attempts,
  },
  'announce-passkey': {
    queue: 'quick',
    payload: z.object({
      to: z.string(),
      language: z.enum(INTERFACE_LANGUAGES),
      change: z.enum(['added', 'removed']),
      name: z.string(),
    }),
    lane: accountLane,
    attempts,
  },
  'announce-recovery-codes': {
    queue: 'quick',
    payload: z.object({
      to: z.string(),
      language: z.enum(INTERFACE_LANGUAGES),
      change: z.enum(['made', 'used']),
      /** Codes that still work. */
      left: z.number(),
    }),
    lane: accountLane,
    attempts,
  },
  'announce-personal-token': {
    queue: 'quick',
    payload: z.object({
      to: z.string(),
      language: z.enum(INTERFACE_LANGUAGES),
      name: z.string(),
      ending: z.string(),
    }),
    lane: accountLane,
    attempts,
  },
  /** The mail of an invitation to create an account. */
  'send-invitation': {
    queue: 'quick',
    payload: z.object({ invitationId: z.int(), language: z.enum(INTERFACE_LANGUAGES) }),
    attempts,
  },
  'announce-refund': {
    queue: 'quick',
    payload: z.object({
      to: z.string(),
      name: z.string().nullable().optional(),
      language: z.enum(INTERFACE_LANGUAGES),
      /** For the support staff, not for the subscriber. */
      isOperator: z.boolean(),
      priceId: z.string(),
      refundedCents: z.int(),
      /** To be paid back by hand. */
      owedCents: z.int(),
      /** Public id of the subscriber. */
      account: z.string(),
    }),
    lane: accountLane,
    attempts,
  },
  'update-customer': {
    queue: 'quick',
    payload: z.object({ userId: z.int(), customerId: z.string() }),
    lane: customerLane,
    attempts,
  },
  'sync-payment': { queue: 'quick', payload: z.object({ eventId: z.string() }), attempts },
  'cancel-subscription': {
    queue: 'quick',
    payload: z.object({ externalId: z.string() }),
    attempts: PATIENT_ATTEMPTS,
  },
  /** Cancels and refunds a second subscription. */
  'revoke-subscription': {
    queue: 'quick',
    payload: z.object({ externalId: z.string() }),
    attempts: PATIENT_ATTEMPTS,
  },
  'deliver-webhook': {
    queue: 'webhook',
    payload: z.object({ deliveryId: z.int(), endpointId: z.int() }),
    payloadLane: webhookLane,
    attempts,
  },
  /** A later attempt to send a message. */
  'retry-webhook': { queue: 'webhook', payload: z.object({ deliveryId: z.int() }), attempts },
  /** The e-mail about a webhook that was disabled. */
  'webhook-notice': {
    queue: 'quick',
    payload: z.object({ userId: z.int(), url: z.string(), reason: z.enum(['gone', 'failing']) }),
    attempts,
  },
  /** Ends the access to a calendar at its service. */
  'revoke-calendar': {
    queue: 'calendar',
    /** `name`: of the calendar. `sealedTokens`: encrypted for this account. */
    payload: z.object({ userId: z.int(), name: z.string(), sealedTokens: z.string() }),
    attempts: PATIENT_ATTEMPTS,
  },
  /** The e-mail about a calendar whose access Google ended. */
  'calendar-notice': {
    queue: 'quick',
    /** `name`: of the calendar. */
    payload: z.object({ userId: z.int(), name: z.string() }),
    attempts,
  },
  notices: { ...periodic, crontab: '7 9 * * *' },
  retention: { ...periodic, crontab: '27 3 * * *' },
  sweep: { ...periodic, crontab: '17 3 * * *' },
  'ledger-check': { ...periodic, crontab: '47 3 * * *' },
  subscriptions: { ...periodic, crontab: '*/15 * * * *' },
  'finish-uploads': { ...periodic, crontab: '*/2 * * * *' },
  'late-meetings': { ...periodic, crontab: '*/2 * * * *' },
  /** Waits for calendar services. */
  calendar: { ...periodic, queue: 'calendar', crontab: '*/5 * * * *' },
  reconcile: { ...periodic, crontab: '37 4 * * *' },
  /** May take hours; scheduled only where there is a place for backups. */
  backup: { ...periodic, queue: 'backup', crontab: '7 2 * * *' },
} satisfies Record<string, JobKind>;

type NamesWith<Feature> = {
  [Name in keyof typeof JOBS]: (typeof JOBS)[Name] extends Feature ? Name : never;
}[keyof typeof JOBS];

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]['payload']>;
/** A job that is enqueued with its user's id. */
export type LanedJobName = NamesWith<{ lane(userId: number): string }>;
export type PeriodicJobName = NamesWith<{ crontab: string }>;

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

export const jobKind = (name: JobName): JobKind => JOBS[name];

export interface PeriodicJob {
  name: PeriodicJobName;
  crontab: string;
}

export const PERIODIC_JOBS = JOB_NAMES.flatMap((name) => {
  const { crontab } = jobKind(name);
  return crontab ? [{ name: name as PeriodicJobName, crontab }] : [];
});

export const lanesOf = (userId: number): string[] => [
  ...new Set(JOB_NAMES.flatMap((name) => jobKind(name).lane?.(userId) ?? [])),
];
