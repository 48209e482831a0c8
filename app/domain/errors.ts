interface Outcome {
  status: number;
  field?: string;
}

/**
 * Everything a user can cause, by code. The sentence for each code stands in
 * `locales/<language>/errors.json` under the same key; here are the HTTP status that fits (contract: pages
 * and forms) and the form field it is about.
 */
const OUTCOMES = {
  'account.terms-required': { status: 400, field: 'terms' },
  'account.field-required': { status: 400, field: 'email' },
  'account.name-too-long': { status: 400, field: 'name' },
  'account.email-required': { status: 400, field: 'email' },
  'account.email-invalid': { status: 400, field: 'email' },
  'account.email-taken': { status: 409 },
  'account.name-required': { status: 400, field: 'name' },
  'account.code-invalid': { status: 400, field: 'code' },
  'account.code-expired': { status: 400, field: 'code' },
  'account.code-too-many-tries': { status: 429, field: 'code' },
  'account.code-too-many-requests': { status: 429 },
  'account.code-not-sent': { status: 503 },
  'account.link-invalid': { status: 400 },
  'account.login-failed': { status: 400 },
  'account.login-required': { status: 401 },
  'form.cross-site': { status: 403 },
  'form.malformed': { status: 400 },
  'media.file-required': { status: 400, field: 'file' },
  'media.unsupported': { status: 415, field: 'file' },
  'media.invalid': { status: 400, field: 'file' },
  'media.no-audio': { status: 400, field: 'file' },
  'media.no-speech': { status: 400, field: 'file' },
  'media.decode-failed': { status: 400, field: 'file' },
  'media.too-long': { status: 413, field: 'file' },
  'media.too-large': { status: 413, field: 'file' },
  'transcription.not-found': { status: 404 },
  'transcription.already-stored': { status: 409, field: 'file' },
  'transcription.failed': { status: 500 },
  'transcription.upload-failed': { status: 400 },
  'wallet.insufficient-funds': { status: 402, field: 'file' },
  'wallet.trial-file-too-long': { status: 402, field: 'file' },
} as const satisfies Record<string, Outcome>;

export type AppErrorCode = keyof typeof OUTCOMES;

/** Values a message may mention, such as a limit in hours. */
export type AppErrorParams = Record<string, string | number>;

/**
 * What a service throws for an outcome that the user caused and can understand.
 * Anything else that is thrown is a bug.
 */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly params: AppErrorParams;

  constructor(code: AppErrorCode, params: AppErrorParams = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.params = params;
  }

  get status(): number {
    return OUTCOMES[this.code].status;
  }

  /** The form field to show the message beside; undefined when it is about the whole form. */
  get field(): string | undefined {
    const outcome: Outcome = OUTCOMES[this.code];
    return outcome.field;
  }
}
