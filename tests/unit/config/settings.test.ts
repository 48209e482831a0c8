import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDir, readSettings, SettingsError, settingsSchema } from '@/app/config/env.server';

const SECRET = 'a secret of more than thirty-two characters';
const PUBLIC = { PUBLIC_URL: 'https://celeste.example.org', SESSION_SECRET: SECRET };

describe('without any setting', () => {
  it('uses local mode on port 3000', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      isLocal: true,
      trustProxy: 0,
      minFreeBytes: 500 * 1024 ** 2,
      drainMs: 30_000,
      workerPort: undefined,
      logLevel: 'info',
      maxUnfinishedUploads: 50,
      maxUnfinishedBytes: 15 * 1024 ** 3,
      maxFileBytes: 5 * 1024 ** 3,
      maxFileMs: 36_000_000,
      speechModels: 'auto',
      dataDir: path.join(projectDir, 'data'),
    });
  });

  it.each([
    [{}, 200],
    [{ TRUST_PROXY: '1' }, null],
    [{ TRUST_PROXY: '1', CONNECTIONS_PER_ADDRESS: '5000' }, 5000],
  ])('with %j limits the connections per IP address to %s', (env, connectionsPerAddress) => {
    expect(readSettings(env)).toMatchObject({ connectionsPerAddress });
  });

  it('treats an empty value as unset', () => {
    expect(readSettings({ PORT: '', PUBLIC_URL: '', MAX_FILE_GB: '' })).toEqual(readSettings({}));
  });
});

describe('local mode', () => {
  it.each([
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1' }, true],
    [{ PUBLIC_URL: 'http://localhost:8080' }, true],
    [PUBLIC, false],
    [{ ...PUBLIC, HOST: '0.0.0.0' }, false],
    [{ ...PUBLIC, PUBLIC_URL: 'https://localhost.example.org' }, false],
    [{ ...PUBLIC, PUBLIC_URL: 'http://127.0.0.1.example.org' }, false],
  ])('with %j is %s', (env, isLocal) => {
    expect(readSettings(env).isLocal).toBe(isLocal);
  });

  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: 'localhost', PORT: '8080' }, 'http://localhost:8080'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: '::1', PUBLIC_URL: 'http://localhost/' }, 'http://localhost'],
  ])('with %j the public URL is %s', (env, publicUrl) => {
    expect(readSettings(env).publicUrl).toBe(publicUrl);
  });
});

describe('sign-up', () => {
  it('is open to every address', () => {
    expect(readSettings({})).toMatchObject({ signUp: 'open', signUpDomains: [] });
  });

  it('reads rule and domains', () => {
    const env = { SIGNUP: 'invite', SIGNUP_DOMAINS: 'Example.org, mail.example.com' };
    expect(readSettings(env)).toMatchObject({
      signUp: 'invite',
      signUpDomains: ['example.org', 'mail.example.com'],
    });
  });

  it.each([
    [{ SIGNUP: 'no' }, 'SIGNUP: got "no", takes open, invite or closed'],
    [
      { SIGNUP_DOMAINS: '@example.org' },
      'SIGNUP_DOMAINS: got "@example.org", takes e-mail domains such as example.org, separated by commas',
    ],
  ])('refuses %j', (env, message) => {
    expect(() => readSettings(env)).toThrow(new SettingsError(message));
  });
});

describe('billing', () => {
  it('is on, and off with or without a limit', () => {
    expect(readSettings({})).toMatchObject({ sells: true, monthlyMs: null });
    expect(readSettings({ BILLING: 'off' })).toMatchObject({ sells: false, monthlyMs: null });
    expect(readSettings({ BILLING: 'off', MONTHLY_MINUTES: '90' })).toMatchObject({ monthlyMs: 5_400_000 });
  });

  it.each([
    [{ BILLING: 'no' }, 'BILLING: got "no", takes on or off'],
    [{ MONTHLY_MINUTES: '90' }, 'MONTHLY_MINUTES: got "90", takes nothing unless BILLING is off'],
  ])('refuses %j', (env, message) => {
    expect(() => readSettings(env)).toThrow(new SettingsError(message));
  });
});

describe('an OpenID Connect provider', () => {
  const given = {
    AUTH_OIDC_ISSUER: 'https://id.example.org/realms/a',
    AUTH_OIDC_ID: 'a',
    AUTH_OIDC_SECRET: 'b',
  };

  it('is none without settings, and named', () => {
    expect(readSettings({}).signInWithOidc).toBeNull();
    expect(readSettings(given).signInWithOidc).toEqual({
      issuer: 'https://id.example.org/realms/a',
      id: 'a',
      secret: 'b',
      name: 'OpenID Connect',
    });
    expect(readSettings({ ...given, AUTH_OIDC_NAME: 'Nossa Conta' }).signInWithOidc?.name).toBe(
      'Nossa Conta',
    );
  });

  it.each(Object.keys(given))('lacks %s', (name) => {
    expect(() => readSettings({ ...given, [name]: '' })).toThrow(
      new SettingsError(`${name}: got nothing, takes what the provider gave with the others`),
    );
  });

  it('is encrypted, unless it is on this machine', () => {
    const to = (AUTH_OIDC_ISSUER: string) => () => readSettings({ ...given, AUTH_OIDC_ISSUER });
    expect(to('http://127.0.0.1:4007')).not.toThrow();
    expect(to('http://id.example.org')).toThrow(
      'AUTH_OIDC_ISSUER: got "http://id.example.org", takes an https address, or one of this machine',
    );
  });
});

describe('the watched folder', () => {
  it('is none, or an account and a folder', () => {
    expect(readSettings({}).watchFolder).toBeNull();
    expect(readSettings({ WATCH_DIR: 'Ana@example.org:/srv/a:b' }).watchFolder).toEqual({
      email: 'ana@example.org',
      folder: '/srv/a:b',
    });
  });

  it.each(['/srv/recordings', 'ana@example.org:recordings', 'ana@example.org'])('is not %s', (value) => {
    expect(() => readSettings({ WATCH_DIR: value })).toThrow(/^WATCH_DIR: got .*, takes an account and an/);
  });
});

describe('the meeting assistant', () => {
  it('goes to Google Meet as a guest, one at a time', () => {
    expect(readSettings({})).toMatchObject({
      chromiumPath: undefined,
      maxAssistants: 1,
      meetProfileDir: null,
      meetUrl: 'https://meet.google.com',
    });
  });

  it('goes elsewhere in local mode', () => {
    expect(readSettings({ MEET_BASE_URL: 'http://127.0.0.1:4005/' })).toMatchObject({
      meetUrl: 'http://127.0.0.1:4005',
    });
  });

  it('is one with a profile', () => {
    const env = { MEET_PROFILE_DIR: '/var/lib/celeste/meet', MAX_ASSISTANTS: '1' };
    expect(readSettings(env)).toMatchObject({ maxAssistants: 1, meetProfileDir: '/var/lib/celeste/meet' });
  });
});

describe("Google's calendar", () => {
  const client = { AUTH_GOOGLE_ID: 'id', AUTH_GOOGLE_SECRET: 'secret' };

  it('needs the client that signs in with Google', () => {
    expect(readSettings({}).googleCalendar).toBeNull();
    expect(readSettings(client).googleCalendar).toEqual({ id: 'id', secret: 'secret', baseUrl: undefined });
  });

  it('is elsewhere in local mode', () => {
    const env = { ...client, GOOGLE_BASE_URL: 'http://127.0.0.1:4006/' };
    expect(readSettings(env).googleCalendar).toMatchObject({ baseUrl: 'http://127.0.0.1:4006' });
  });
});

describe('traces', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example.org/otlp/';

  it('are sent nowhere', () => {
    expect(readSettings({ OTEL_SERVICE_NAME: 'celeste' }).traceCollector).toBeNull();
  });

  it('are sent to a path below the base URL', () => {
    expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT }).traceCollector).toEqual({
      url: 'https://collector.example.org/otlp/v1/traces',
      headers: {},
      serviceName: undefined,
    });
  });

  it('carry headers, percent-encoded, and a name', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YQ==, x-team = 4,x-a=Bearer b',
      OTEL_SERVICE_NAME: 'atas',
    };
    expect(readSettings(env).traceCollector).toMatchObject({
      headers: { Authorization: 'Basic YQ==', 'x-team': '4', 'x-a': 'Bearer b' },
      serviceName: 'atas',
    });
  });
});

describe('backups', () => {
  it('are kept nowhere', () => {
    expect(readSettings({ BACKUP_KEEP: '1,0,0' }).backup).toBeNull();
  });

  it('are kept in a folder', () => {
    expect(readSettings({ BACKUP_URL: 'file:///var/my%20backups/' }).backup).toEqual({
      key: undefined,
      keep: { days: 7, weeks: 4, months: 12 },
      bucket: null,
      folder: '/var/my backups',
    });
  });

  it('are kept in a folder of a bucket', () => {
    const env = { BACKUP_URL: 'gs://bucket/a/b', BACKUP_KEY: SECRET, BACKUP_KEEP: '2,1,0' };
    expect(readSettings(env).backup).toEqual({
      key: SECRET,
      keep: { days: 2, weeks: 1, months: 0 },
      bucket: { bucket: 'bucket', apiEndpoint: undefined, keyFile: undefined },
      folder: 'a/b',
    });
  });
});

describe('prebuilt', () => {
  it.each([
    [{}, false],
    [{ CELESTE_PREBUILT: '1' }, true],
  ])('with %j is %s', (env, isPrebuilt) => {
    expect(readSettings(env).isPrebuilt).toBe(isPrebuilt);
  });
});

type Wrong = [env: Record<string, string>, line: RegExp];

const WRONG: Wrong[] = [
  [{ CELESTE_PREBUILT: 'yes' }, /^CELESTE_PREBUILT: got "yes", takes 1$/],
  [{ PORT: 'http' }, /^PORT: got "http", takes a whole number from 0 to 65535$/],
  [{ PORT: '65536' }, /^PORT: got "65536", takes a whole number from 0 to 65535$/],
  [
    { API_ORIGINS: 'https://a.example/path' },
    /^API_ORIGINS: got "https:\/\/a\.example\/path", takes origins such as/,
  ],
  [{ MAX_ASSISTANTS: '0' }, /^MAX_ASSISTANTS: got "0", takes a whole number from 1 to 100$/],
  [
    { MAX_ASSISTANTS: '2', MEET_PROFILE_DIR: '/var/lib/celeste/meet' },
    /^MAX_ASSISTANTS: got "2", takes 1 with MEET_PROFILE_DIR, since a browser profile can be open only once$/,
  ],
  [{ MEET_PROFILE_DIR: 'profile' }, /^MEET_PROFILE_DIR: got "profile", takes the absolute path of a browser/],
  [{ CHROMIUM_PATH: 'chromium' }, /^CHROMIUM_PATH: got "chromium", takes the absolute path of a Chromium$/],
  [
    { ...PUBLIC, MEET_BASE_URL: 'http://127.0.0.1:4005' },
    /^MEET_BASE_URL: got a value that is not shown here, takes nothing outside local mode$/,
  ],
  [
    { ...PUBLIC, GOOGLE_BASE_URL: 'http://127.0.0.1:4006' },
    /^GOOGLE_BASE_URL: got a value that is not shown here, takes nothing outside local mode$/,
  ],
  [{ PORT: '-1' }, /^PORT: got "-1", takes a whole number/],
  [
    { PUBLIC_URL: 'celeste.example.org' },
    /^PUBLIC_URL: got a value that is not shown here, takes an address such as https:/,
  ],
  [
    { PUBLIC_URL: 'ftp://celeste' },
    /^PUBLIC_URL: got a value that is not shown here, takes an address such as https:/,
  ],
  [{ CONNECTIONS_PER_ADDRESS: '0' }, /^CONNECTIONS_PER_ADDRESS: .*takes a whole number from 1 to 100000$/],
  [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY: got "yes", takes a whole number from 0 to 10$/],
  [{ MAX_FILE_GB: '0' }, /^MAX_FILE_GB: got "0", takes a number of gigabytes above 0$/],
  [{ MAX_FILE_GB: '5GB' }, /^MAX_FILE_GB: got "5GB", takes a number of gigabytes above 0$/],
  [{ DRAIN_SECONDS: '-1' }, /^DRAIN_SECONDS: got "-1", takes a whole number from 0 to 3600$/],
  [{ WORKER_PORT: 'x' }, /^WORKER_PORT: got "x", takes a whole number from 0 to 65535$/],
  [{ LOG_LEVEL: 'all' }, /^LOG_LEVEL: got "all", takes fatal, error, warn, info, debug, trace or silent$/],
  [{ MIN_FREE_MB: '1.5' }, /^MIN_FREE_MB: got "1.5", takes a whole number from 0 to 100000000$/],
  [{ MAX_UNFINISHED_UPLOADS: '0' }, /^MAX_UNFINISHED_UPLOADS: got "0", takes a whole number from 1 to 1000$/],
  [{ MAX_UNFINISHED_GB: '4' }, /^MAX_UNFINISHED_GB: got "4", takes no less than MAX_FILE_GB, which is 5$/],
  [{ MAX_FILE_HOURS: '-1' }, /^MAX_FILE_HOURS: got "-1", takes a number of hours above 0$/],
  [
    { DATABASE_URL: 'postgres://host/name' },
    /^DATABASE_URL: got a value that is not shown here, takes mysql:\/\/user:password@host\/database$/,
  ],
  [{ REDIS_URL: 'http://host' }, /^REDIS_URL: got a value that is not shown here, takes redis:\/\//],
  [{ MAIL_URL: 'mail.example.org' }, /^MAIL_URL: got a value that is not shown here, takes smtp:\/\//],
  [{ STORAGE_URL: 's3://bucket' }, /^STORAGE_URL: got a value that is not shown here, takes gs:\/\/bucket$/],
  [
    { STORAGE_URL: 'gs://Bucket/folder' },
    /^STORAGE_URL: got a value that is not shown here, takes gs:\/\/bucket$/,
  ],
  [
    { STORAGE_URL: 'gs://bucket', STORAGE_API_ENDPOINT: 'http://127.0.0.1:4443' },
    /^GOOGLE_APPLICATION_CREDENTIALS: got nothing, takes the key file that signs addresses/,
  ],
  [
    { BACKUP_URL: 's3://bucket' },
    /^BACKUP_URL: got a value that is not shown here, takes file:\/\/\/folder or gs:/,
  ],
  [
    { BACKUP_URL: 'file:///srv/celeste/backups', DATA_DIR: '/srv/celeste' },
    /^BACKUP_URL: got a value that is not shown here, takes a folder outside DATA_DIR$/,
  ],
  [
    { BACKUP_URL: 'gs://bucket/backups', STORAGE_URL: 'gs://bucket' },
    /^BACKUP_URL: got a value that is not shown here, takes another bucket than STORAGE_URL$/,
  ],
  [
    { BACKUP_URL: 'file:///backups', BACKUP_KEY: 'short' },
    /^BACKUP_KEY: got a value that is not shown here, takes at least 32 characters$/,
  ],
  [{ BACKUP_KEY: SECRET }, /^BACKUP_URL: got nothing, takes the folder or bucket of the backups/],
  [{ BACKUP_KEEP: '7' }, /^BACKUP_KEEP: got "7", takes how many days, weeks and months, such as 7,4,12$/],
  [{ SPEECH_ENGINE: 'google' }, /^SPEECH_ENGINE: got "google", takes local, assemblyai or openai$/],
  [{ SPEECH_ENGINE: 'assemblyai' }, /^ASSEMBLYAI_API_KEY: got nothing, takes what SPEECH_ENGINE assemblyai/],
  [{ SPEECH_ENGINE: 'openai' }, /^SPEECH_OPENAI_URL: got nothing, takes what SPEECH_ENGINE openai/],
  [
    { SPEECH_ENGINE: 'openai', SPEECH_OPENAI_URL: 'http://127.0.0.1:8000/v1' },
    /^SPEECH_OPENAI_MODEL: got nothing, takes what SPEECH_ENGINE openai cannot work without$/,
  ],
  [
    { SPEECH_MODELS: 'big' },
    /^SPEECH_MODELS: got "big", takes auto, full, whisper-small, whisper-turbo or demo$/,
  ],
  [
    { SPEECH_MODELS_URL: 'mirror' },
    /^SPEECH_MODELS_URL: got a value that is not shown here, takes the address of a mirror$/,
  ],
  [
    { SUMMARY_URL: 'api.example.org' },
    /^SUMMARY_URL: got a value that is not shown here, takes the address of a chat API/,
  ],
  [
    { SUMMARY_URL: 'https://api.example.org/v1' },
    /^SUMMARY_MODEL: got nothing, takes the name of a model that SUMMARY_URL serves$/,
  ],
  [
    { METRICS_TOKEN: 'short' },
    /^METRICS_TOKEN: got a value that is not shown here, takes at least 16 characters$/,
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT: got a value that is not shown here, takes the address of an OpenTelemetry/,
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318?key=1' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT: .*without a query$/,
  ],
  ...['key', 'a b=1', 'key=%', 'key=%0A', 'key=á', 'key=1;property'].map(
    (value): Wrong => [
      { OTEL_EXPORTER_OTLP_HEADERS: value },
      /^OTEL_EXPORTER_OTLP_HEADERS: got a value that is not shown here, takes headers such as api-key=abc/,
    ],
  ),
  [
    { SESSION_SECRET: 'short' },
    /^SESSION_SECRET: got a value that is not shown here, takes at least 32 characters$/,
  ],
  [{ HOST: '0.0.0.0' }, /^PUBLIC_URL: got nothing, takes the address people use, since HOST is 0\.0\.0\.0/],
  [{ PUBLIC_URL: PUBLIC.PUBLIC_URL }, /^SESSION_SECRET: got nothing, takes at least 32 random characters/],
];

function messageOf(read: () => unknown): string {
  try {
    read();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a wrong setting', () => {
  it.each(WRONG)('%j is reported with its value and what it accepts', (env, line) => {
    expect(() => readSettings(env)).toThrow(SettingsError);
    expect(() => readSettings(env)).toThrow(line);
  });

  it.each(
    Object.keys(settingsSchema.shape).filter((name) =>
      /URL|BASE|ENDPOINT|HEADERS|KEY|SECRET|TOKEN|CRED|_ID/.test(name),
    ),
  )('the value of %s is never shown', (name) => {
    for (const value of ['sesame', 'x://user:sesame@host/?key=sesame', `sesame ${'x'.repeat(200)}`]) {
      const message = messageOf(() => readSettings({ [name]: value, HOST: '0.0.0.0', TRUST_PROXY: 'x' }));
      expect(message).not.toContain('sesame');
      expect(message).not.toBe('');
    }
  });
});
