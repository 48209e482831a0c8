/**
 * Everything a user can cause, by code. The sentence for each code stands in
 * `locales/<language>/errors.json` under the same key; the HTTP status here.
 */
const STATUS_BY_CODE = {
  'account.terms-required': 400,
  'account.email-required': 400,
  'account.email-invalid': 400,
  'account.email-taken': 409,
  'account.name-required': 400,
  'account.code-invalid': 400,
  'account.code-expired': 400,
  'account.code-too-many-tries': 429,
  'account.code-too-many-requests': 429,
  'account.code-not-sent': 503,
  'account.link-invalid': 400,
  'account.login-failed': 400,
  'account.login-required': 401,
  'form.cross-site': 403,
  'form.malformed': 400,
  'media.unsupported': 415,
  'media.invalid': 400,
  'media.no-audio': 400,
  'media.no-speech': 400,
  'media.decode-failed': 400,
  'media.too-long': 413,
  'media.too-large': 413,
  'transcription.not-found': 404,
  'transcription.already-stored': 409,
  'transcription.failed': 500,
  'transcription.upload-failed': 400,
  'wallet.insufficient-funds': 402,
  'wallet.trial-file-too-long': 402,
} as const;

export type AppErrorCode = keyof typeof STATUS_BY_CODE;

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

  /** The HTTP status that fits the outcome (contract: pages and forms). */
  get status(): number {
    return STATUS_BY_CODE[this.code];
  }
}
