import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { writeObstacle } from './data-folder.server';
import { isLoopback } from './is-loopback.server';
import { restrictPermissions } from './private-files.server';

/** @throws Error in a folder that was removed under a program that starts */
function findProjectDir(dir = import.meta.dirname): string {
  if (existsSync(path.join(dir, 'package.json'))) return dir;
  const parent = path.dirname(dir);
  if (parent === dir) throw new Error(`${import.meta.dirname} is in no folder with a package.json`);
  return findProjectDir(parent);
}

export const projectDir = findProjectDir();

const url = (schemes: string[], takes: string) =>
  z
    .string()
    .refine(
      (value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)) && URL.canParse(value),
      takes,
    );

const webAddress = (takes: string) => url(['http', 'https'], takes);

const serverLike = (service: string) => webAddress(`the address of a server that speaks as ${service} does`);

const BUCKET_FOLDER = /^gs:\/\/([a-z\d][\w.-]{1,220}[a-z\d])((?:\/[\w-]+)*)\/?$/;

const isBackupUrl = (value: string) =>
  BUCKET_FOLDER.test(value) || (/^file:\/\/\/./.test(value) && URL.canParse(value));

const isWebOrigin = (value: string) =>
  URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value;

const words = (value: string) => value.split(/[\s,]+/).filter(Boolean);

const isDomain = (value: string) => /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]+$/.test(value);

/** W3C Baggage without its properties, as OpenTelemetry's settings have it: `name=value,name=value`, percent-encoded. */
const HEADER_PAIR = /^\s*([!#$%&'*+.^`|~\w-]+)\s*=\s*([!-:<-~]+(?: +[!-:<-~]+)*)?\s*$/;

function readHeaderPairs(value: string, context: z.RefinementCtx): Record<string, string> {
  try {
    return Object.fromEntries(value.split(',').filter(Boolean).map(readHeaderPair));
  } catch {
    context.addIssue({ code: 'custom', message: 'headers such as api-key=abc,x-team=4, percent-encoded' });
    return z.NEVER;
  }
}

/** @throws Error */
function readHeaderPair(pair: string): [name: string, value: string] {
  const [, name, encoded] = HEADER_PAIR.exec(pair) ?? [];
  const value = decodeURIComponent(encoded ?? '');
  if (!name || /[^\t -~]/.test(value)) throw new Error('not a header');
  return [name, value];
}

const amount = (unit: string, most: number) =>
  z
    .string()
    .transform(Number)
    .refine((value) => value > 0 && value <= most, `a number of ${unit} above 0`);

const wholeNumber = (min: number, max: number) => {
  const takes = `a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, takes)
    .transform(Number)
    .refine((value) => value >= min && value <= max, takes);
};

export const YOUTUBE_URL = 'https://www.youtube.com';

const MEET_URL = 'https://meet.google.com';

export const settingsSchema = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  WORKER_PORT: wholeNumber(0, 65535).optional(),
  PUBLIC_URL: webAddress('an address such as https://celeste.example.org').optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 100_000).optional(),
  MAX_FILE_GB: amount('gigabytes', 1000).default(5),
  MAX_FILE_HOURS: amount('hours', 1000).default(10),
  MIN_FREE_MB: wholeNumber(0, 100_000_000).default(500),
  MAX_UNFINISHED_UPLOADS: wholeNumber(1, 1000).default(50),
  MAX_UNFINISHED_GB: amount('gigabytes', 100_000).optional(),
  DRAIN_SECONDS: wholeNumber(0, 3600).default(30),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['mysql'], 'mysql://user:password@host/database').optional(),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3600).default(60),
  REDIS_URL: url(['redis', 'rediss'], 'redis://user:password@host:port/0').optional(),
  CELESTE_PREBUILT: z.literal('1', '1').optional(),
  STORAGE_URL: z
    .string()
    .regex(/^gs:\/\/[a-z\d][\w.-]{1,220}[a-z\d]$/, 'gs://bucket')
    .optional(),
  STORAGE_API_ENDPOINT: serverLike('Google Cloud Storage').optional(),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  BACKUP_URL: z.string().refine(isBackupUrl, 'file:///folder or gs://bucket/folder').optional(),
  BACKUP_KEY: z.string().min(32, 'at least 32 characters').optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3},\d{1,4},\d{1,4}$/, 'how many days, weeks and months, such as 7,4,12')
    .transform((value) => value.split(',').map(Number) as [number, number, number])
    .default([7, 4, 12]),
  MAIL_URL: url(['smtp', 'smtps'], 'smtp://user:password@host:port').optional(),
  MAIL_FROM: z.string().default('Celeste <celeste@localhost>'),
  SUPPORT_EMAIL: z.email('an e-mail address').optional(),
  HELP_URL: webAddress('the address of a help centre').optional(),
  SIGNUP: z.enum(['open', 'invite', 'closed'], 'open, invite or closed').default('open'),
  SIGNUP_DOMAINS: z
    .string()
    .transform((value) => words(value.toLowerCase()))
    .refine((domains) => domains.every(isDomain), 'e-mail domains such as example.org, separated by commas')
    .default([]),
  AUTH_GOOGLE_ID: z.string().optional(),
  AUTH_GOOGLE_SECRET: z.string().optional(),
  AUTH_GOOGLE_BASE_URL: serverLike('Google').optional(),
  AUTH_LINKEDIN_ID: z.string().optional(),
  AUTH_LINKEDIN_SECRET: z.string().optional(),
  AUTH_LINKEDIN_BASE_URL: serverLike('LinkedIn').optional(),
  AUTH_OIDC_ISSUER: webAddress('the address of an OpenID Connect issuer').optional(),
  AUTH_OIDC_ID: z.string().optional(),
  AUTH_OIDC_SECRET: z.string().optional(),
  AUTH_OIDC_NAME: z.string().max(40, 'at most 40 characters').default('OpenID Connect'),
  SPEECH_ENGINE: z.enum(['local', 'assemblyai', 'openai'], 'local, assemblyai or openai').default('local'),
  ASSEMBLYAI_API_KEY: z.string().optional(),
  ASSEMBLYAI_BASE_URL: serverLike('AssemblyAI').default('https://api.assemblyai.com'),
  SPEECH_OPENAI_URL: webAddress('the address of a speech API such as https://api.openai.com/v1').optional(),
  SPEECH_OPENAI_KEY: z.string().optional(),
  SPEECH_OPENAI_MODEL: z.string().optional(),
  SPEECH_MODELS: z
    .enum(
      ['auto', 'full', 'whisper-small', 'whisper-turbo', 'demo'],
      'auto, full, whisper-small, whisper-turbo or demo',
    )
    .default('auto'),
  SPEECH_MODELS_URL: webAddress('the address of a mirror').optional(),
  SUMMARY_URL: webAddress('the address of a chat API such as https://api.openai.com/v1').optional(),
  SUMMARY_KEY: z.string().optional(),
  SUMMARY_MODEL: z.string().optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'a secret key of Stripe, which begins with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'the signing secret of the webhook at Stripe, which begins with whsec_')
    .optional(),
  STRIPE_API_BASE: serverLike('Stripe').optional(),
  BILLING: z.enum(['on', 'off'], 'on or off').default('on'),
  MONTHLY_MINUTES: wholeNumber(1, 10_000_000).optional(),
  PRO_CONTACT_URL: webAddress('the address where people ask for the PRO plan').optional(),
  YTDLP_PATH: z.string().refine(path.isAbsolute, 'the absolute path of a yt-dlp').optional(),
  YOUTUBE_BASE_URL: serverLike('YouTube').optional(),
  WATCH_DIR: z
    .string()
    .regex(
      /^[^\s:@]+@[^\s:@]+:\/./,
      'an account and an absolute folder, such as ana@example.org:/srv/recordings',
    )
    .optional(),
  CHROMIUM_PATH: z.string().refine(path.isAbsolute, 'the absolute path of a Chromium').optional(),
  MAX_ASSISTANTS: wholeNumber(1, 100).default(1),
  MEET_PROFILE_DIR: z.string().refine(path.isAbsolute, 'the absolute path of a browser profile').optional(),
  MEET_BASE_URL: serverLike('Google Meet').optional(),
  GOOGLE_BASE_URL: serverLike('Google').optional(),
  API_ORIGINS: z
    .string()
    .transform(words)
    .refine(
      (origins) => origins.every(isWebOrigin),
      'origins such as https://app.example.org, separated by commas',
    )
    .default([]),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('the address of an OpenTelemetry collector, without a query')
    .refine((value) => !/[?#]/.test(value), 'the address of an OpenTelemetry collector, without a query')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().transform(readHeaderPairs).default({}),
  OTEL_SERVICE_NAME: z.string().max(100, 'at most 100 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  SESSION_SECRET: z.string().min(32, 'at least 32 characters').optional(),
});

export class SettingsError extends Error {}

const missing = (name: string, takes: string) => new SettingsError(`${name}: got nothing, takes ${takes}`);

/** Settings whose value is never printed: secrets, and URLs that may contain a password or a token. */
const SECRET_NAME = /(URL|ENDPOINT|HEADERS|BASE|KEY|SECRET|TOKEN|PASSWORD|CREDENTIALS|ID)$/;

const printable = (name: string, value: string | undefined) =>
  SECRET_NAME.test(name) ? 'a value that is not shown here' : `"${value}"`;

const withoutSlash = (address: string) => address.replace(/\/$/, '');

type Values = z.output<typeof settingsSchema>;

function parse(env: Record<string, string | undefined>): Values {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = settingsSchema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const name = String(issue.path[0]);
  throw new SettingsError(`${name}: got ${printable(name, given[name])}, takes ${issue.message}`);
}

function addressOf({ HOST, PORT, PUBLIC_URL, SESSION_SECRET }: Values) {
  const publicUrl = PUBLIC_URL && withoutSlash(PUBLIC_URL);
  const hostInUrl = isIPv6(HOST) ? `[${HOST}]` : HOST;
  const isLocal = isLoopback(HOST) && (!publicUrl || isLoopback(new URL(publicUrl).hostname));
  if (!isLoopback(HOST) && !publicUrl) {
    throw missing('PUBLIC_URL', `the address people use, since HOST is ${HOST} and not a loopback address`);
  }
  if (!isLocal && !SESSION_SECRET) {
    throw missing('SESSION_SECRET', 'at least 32 random characters outside local mode');
  }
  return {
    hostInUrl,
    /** Public base URL, without a trailing slash; in local mode the loopback address itself. */
    publicUrl: publicUrl ?? `http://${hostInUrl}:${PORT}`,
    /** HOST is loopback and PUBLIC_URL unset or loopback (contract: local mode). */
    isLocal,
  };
}

function maxUnfinishedBytes({ MAX_UNFINISHED_GB, MAX_FILE_GB }: Values): number {
  const gigabytes = MAX_UNFINISHED_GB ?? 3 * MAX_FILE_GB;
  if (gigabytes < MAX_FILE_GB) {
    throw new SettingsError(
      `MAX_UNFINISHED_GB: got "${gigabytes}", takes no less than MAX_FILE_GB, which is ${MAX_FILE_GB}`,
    );
  }
  return Math.floor(gigabytes * 1024 ** 3);
}

function identityProvider(read: Values, provider: 'GOOGLE' | 'LINKEDIN') {
  const id = read[`AUTH_${provider}_ID`];
  const secret = read[`AUTH_${provider}_SECRET`];
  if (!id !== !secret) {
    throw missing(`AUTH_${provider}_${id ? 'SECRET' : 'ID'}`, `what ${provider} gave with the other one`);
  }
  const baseUrl = read[`AUTH_${provider}_BASE_URL`];
  return id && secret ? { id, secret, baseUrl: baseUrl && withoutSlash(baseUrl) } : null;
}

function openIdProvider(read: Values) {
  const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_ID: id, AUTH_OIDC_SECRET: secret, AUTH_OIDC_NAME: name } = read;
  if (issuer && id && secret) {
    if (new URL(issuer).protocol === 'http:' && !isLoopback(new URL(issuer).hostname)) {
      const got = printable('AUTH_OIDC_ISSUER', issuer);
      throw new SettingsError(`AUTH_OIDC_ISSUER: got ${got}, takes an https address, or one of this machine`);
    }
    return { issuer, id, secret, name };
  }
  const given = { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_ID: id, AUTH_OIDC_SECRET: secret };
  const absent = Object.entries(given).find(([, value]) => !value)!;
  if (Object.values(given).some(Boolean)) throw missing(absent[0], 'what the provider gave with the others');
  return null;
}

function speechEngine(read: Values) {
  const need = <N extends 'ASSEMBLYAI_API_KEY' | 'SPEECH_OPENAI_URL' | 'SPEECH_OPENAI_MODEL'>(name: N) => {
    const value = read[name];
    if (value) return value;
    throw missing(name, `what SPEECH_ENGINE ${read.SPEECH_ENGINE} cannot work without`);
  };
  switch (read.SPEECH_ENGINE) {
    case 'local':
      return { name: 'local' } as const;
    case 'assemblyai':
      return {
        name: 'assemblyai',
        apiKey: need('ASSEMBLYAI_API_KEY'),
        baseUrl: withoutSlash(read.ASSEMBLYAI_BASE_URL),
      } as const;
    case 'openai':
      return {
        name: 'openai',
        url: withoutSlash(need('SPEECH_OPENAI_URL')),
        key: read.SPEECH_OPENAI_KEY,
        model: need('SPEECH_OPENAI_MODEL'),
      } as const;
  }
}

function summaryApi({ SUMMARY_URL: url, SUMMARY_KEY: key, SUMMARY_MODEL: model }: Values) {
  if (!url) return null;
  if (model) return { url: withoutSlash(url), key, model };
  throw missing('SUMMARY_MODEL', 'the name of a model that SUMMARY_URL serves');
}

function storageBucket(read: Values) {
  const { STORAGE_URL: url, STORAGE_API_ENDPOINT: endpoint, GOOGLE_APPLICATION_CREDENTIALS: keyFile } = read;
  if (!url) return null;
  if (endpoint && !keyFile) {
    const takes = 'the key file that signs addresses at STORAGE_API_ENDPOINT';
    throw missing('GOOGLE_APPLICATION_CREDENTIALS', takes);
  }
  return {
    bucket: url.slice('gs://'.length),
    apiEndpoint: endpoint && withoutSlash(endpoint),
    keyFile: keyFile && path.resolve(keyFile),
  };
}

/** Where the storage sweeps, or what is deleted with DATA_DIR, no backup is safe. */
function backupTarget(read: Values) {
  const { BACKUP_URL: url, BACKUP_KEY: key, BACKUP_KEEP, DATA_DIR } = read;
  if (!url) {
    if (key) throw missing('BACKUP_URL', 'the folder or bucket of the backups that BACKUP_KEY encrypts');
    return null;
  }
  const [days, weeks, months] = BACKUP_KEEP;
  const common = { key, keep: { days, weeks, months } };
  const [, bucket, folder] = BUCKET_FOLDER.exec(url) ?? [];
  if (bucket !== undefined) {
    const access = storageBucket({ ...read, STORAGE_URL: `gs://${bucket}` })!;
    if (read.STORAGE_URL === `gs://${bucket}`) throw misplacedBackup('another bucket than STORAGE_URL');
    return { ...common, bucket: access, folder: folder!.slice(1) };
  }
  const backupFolder = fileURLToPath(url);
  const dataDir = path.resolve(projectDir, DATA_DIR);
  if (`${backupFolder}/`.startsWith(`${dataDir}/`)) throw misplacedBackup('a folder outside DATA_DIR');
  return { ...common, bucket: null, folder: path.resolve(backupFolder) };
}

const misplacedBackup = (takes: string) =>
  new SettingsError(`BACKUP_URL: got ${printable('BACKUP_URL', undefined)}, takes ${takes}`);

function stripeAccess({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET,
  STRIPE_API_BASE: base,
}: Values) {
  if (!secretKey && STRIPE_WEBHOOK_SECRET)
    throw missing('STRIPE_SECRET_KEY', 'what Stripe gave with the other one');
  return secretKey ? { secretKey, apiBase: base && withoutSlash(base) } : null;
}

function stripeAccount(read: Values) {
  const access = stripeAccess(read);
  const webhookSecret = read.STRIPE_WEBHOOK_SECRET;
  return access && webhookSecret ? { ...access, webhookSecret } : null;
}

function billing({ BILLING, MONTHLY_MINUTES: minutes }: Values) {
  const sells = BILLING === 'on';
  if (sells && minutes !== undefined) {
    throw new SettingsError(`MONTHLY_MINUTES: got "${minutes}", takes nothing unless BILLING is off`);
  }
  return {
    /** Whether minutes are sold. Without, every account has what subscribers have, and no wallet. */
    sells,
    /** Minutes of an account in a calendar month, in ms, where nothing is sold; null for any. */
    monthlyMs: minutes === undefined ? null : minutes * 60_000,
  };
}

/** Whose recordings the files of a folder become; null for none. */
function watchFolder({ WATCH_DIR: given }: Values) {
  if (!given) return null;
  const end = given.indexOf(':');
  return { email: given.slice(0, end).toLowerCase(), folder: path.resolve(given.slice(end + 1)) };
}

/** By OTLP over HTTP. The setting is a base URL (OpenTelemetry Protocol Exporter, Endpoint URLs for OTLP/HTTP). */
function traceCollector(read: Values) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_HEADERS: headers } = read;
  return base
    ? { url: `${withoutSlash(base)}/v1/traces`, headers, serviceName: read.OTEL_SERVICE_NAME }
    : null;
}

/** A stand-in for an outside service, which would see the users' secrets: in local mode only. */
function standIn(read: Values, name: 'MEET_BASE_URL' | 'GOOGLE_BASE_URL', isLocal: boolean) {
  const address = read[name];
  if (address && !isLocal) {
    throw new SettingsError(`${name}: got ${printable(name, address)}, takes nothing outside local mode`);
  }
  return address && withoutSlash(address);
}

function googleCalendar(read: Values, isLocal: boolean) {
  const baseUrl = standIn(read, 'GOOGLE_BASE_URL', isLocal);
  const client = identityProvider(read, 'GOOGLE');
  return client && { id: client.id, secret: client.secret, baseUrl };
}

function meetingAssistant(read: Values, isLocal: boolean) {
  const { MAX_ASSISTANTS: maxAssistants, MEET_PROFILE_DIR: profileDir } = read;
  if (profileDir && maxAssistants > 1) {
    const takes = '1 with MEET_PROFILE_DIR, since a browser profile can be open only once';
    throw new SettingsError(`MAX_ASSISTANTS: got "${maxAssistants}", takes ${takes}`);
  }
  return {
    /** Overrides the Chromium found on the search path. */
    chromiumPath: read.CHROMIUM_PATH,
    /** Assistants in meetings at once. */
    maxAssistants,
    /** A browser profile that is signed in to Google; null to come as a guest. */
    meetProfileDir: profileDir ?? null,
    meetUrl: standIn(read, 'MEET_BASE_URL', isLocal) ?? MEET_URL,
  };
}

/** @throws SettingsError one line: variable, its value unless that may be a secret, what it accepts */
export function readSettings(env: Record<string, string | undefined>) {
  const read = parse(env);
  const address = addressOf(read);
  return {
    port: read.PORT,
    host: read.HOST,
    /** Where a worker answers health checks and metrics; undefined for nowhere. */
    workerPort: read.WORKER_PORT,
    ...address,
    ...meetingAssistant(read, address.isLocal),
    ...billing(read),
    trustProxy: read.TRUST_PROXY,
    /** Simultaneous connections per IP address; null for none, since a proxy in front has them all. */
    connectionsPerAddress: read.CONNECTIONS_PER_ADDRESS ?? (read.TRUST_PROXY > 0 ? null : 200),
    maxFileBytes: Math.floor(read.MAX_FILE_GB * 1024 ** 3),
    /** After SIGTERM: for requests in progress. */
    drainMs: read.DRAIN_SECONDS * 1000,
    minFreeBytes: read.MIN_FREE_MB * 1024 ** 2,
    /** Limits on one user's unfinished resumable uploads: number, and bytes in total. */
    maxUnfinishedUploads: read.MAX_UNFINISHED_UPLOADS,
    maxUnfinishedBytes: maxUnfinishedBytes(read),
    maxFileMs: Math.floor(read.MAX_FILE_HOURS * 3_600_000),
    dataDir: path.resolve(projectDir, read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    /** Timeout at startup for a database that does not respond. */
    databaseWaitMs: read.DATABASE_WAIT_SECONDS * 1000,
    /** Starts neither install, build nor migrate: whoever deploys does it before. */
    isPrebuilt: read.CELESTE_PREBUILT === '1',
    /** The storage bucket of recordings; null to store them in DATA_DIR. */
    googleStorage: storageBucket(read),
    redisUrl: read.REDIS_URL,
    /** Where incremental backups go: below `folder` of a bucket, or of this machine; null for nowhere. */
    backup: backupTarget(read),
    mailUrl: read.MAIL_URL,
    mailFrom: read.MAIL_FROM,
    supportEmail: read.SUPPORT_EMAIL ?? /<(.+)>/.exec(read.MAIL_FROM)?.[1] ?? read.MAIL_FROM,
    helpUrl: read.HELP_URL,
    /** Who may create an account: everybody, whoever was invited, or nobody. */
    signUp: read.SIGNUP,
    /** E-mail domains of new accounts, in lower case; empty for any. */
    signUpDomains: read.SIGNUP_DOMAINS,
    signInWithGoogle: identityProvider(read, 'GOOGLE'),
    /** The OAuth client that links calendars, `baseUrl` of a stand-in; null when Google is not configured. */
    googleCalendar: googleCalendar(read, address.isLocal),
    signInWithLinkedin: identityProvider(read, 'LINKEDIN'),
    /** Any OpenID Connect provider; null for none. */
    signInWithOidc: openIdProvider(read),
    speechEngine: speechEngine(read),
    speechModels: read.SPEECH_MODELS,
    speechModelsUrl: read.SPEECH_MODELS_URL && withoutSlash(read.SPEECH_MODELS_URL),
    /** The chat API that generates summaries; null for extractive summaries by Celeste itself. */
    summary: summaryApi(read),
    /** Enough to set the account up, which makes the webhook's secret; not to sell anything. */
    stripeAccess: stripeAccess(read),
    stripe: stripeAccount(read),
    proContactUrl: read.PRO_CONTACT_URL,
    /** Overrides the yt-dlp found on the search path. */
    ytdlpPath: read.YTDLP_PATH,
    watchFolder: watchFolder(read),
    youtubeUrl: withoutSlash(read.YOUTUBE_BASE_URL ?? YOUTUBE_URL),
    /** Origins whose pages may call the API. */
    apiOrigins: read.API_ORIGINS,
    logLevel: read.LOG_LEVEL,
    /** Where traces are sent; `serviceName` in place of the default of each half. Null for nowhere. */
    traceCollector: traceCollector(read),
    metricsToken: read.METRICS_TOKEN,
    sessionSecret: read.SESSION_SECRET,
    searchPath: env.PATH ?? '',
  };
}

export type Settings = ReturnType<typeof readSettings>;

function settingsOfThisProcess(): Settings {
  const file = path.join(projectDir, '.env');
  if (existsSync(file)) loadEnvFile(file);
  try {
    const read = readSettings(process.env);
    const obstacle = writeObstacle(read.dataDir);
    if (obstacle) {
      throw new SettingsError(
        `DATA_DIR: got "${read.dataDir}", takes a folder that can be written to (${obstacle})`,
      );
    }
    restrictPermissions(read.dataDir);
    return read;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

export const settings = settingsOfThisProcess();

/** For a process that serves: without the webhook's secret, payments would arrive unseen. */
export function exitUnlessComplete(): void {
  if (!settings.stripeAccess || settings.stripe) return;
  const { message } = missing('STRIPE_WEBHOOK_SECRET', 'what npm run admin -- stripe-setup prints');
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** This process's environment plus HOST and PORT, for a child server that reads them itself. */
export const listenEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  HOST: settings.host,
  PORT: String(settings.port),
});
