interface ErrorMetadata {
  status: number;
  field?: string;
}

/** HTTP status and form field of all errors that a user can cause; messages: errors.json of the locales. */
const ERROR_METADATA = {
  'account.terms-required': { status: 400, field: 'terms' },
  'account.field-required': { status: 400, field: 'email' },
  'account.name-too-long': { status: 400, field: 'name' },
  'account.email-required': { status: 400, field: 'email' },
  'account.email-invalid': { status: 400, field: 'email' },
  'account.email-taken': { status: 409 },
  'account.email-unchanged': { status: 400, field: 'email' },
  'account.name-required': { status: 400, field: 'name' },
  'account.closed': { status: 503 },
  'account.code-invalid': { status: 400, field: 'code' },
  'account.code-expired': { status: 400, field: 'code' },
  'account.code-failed': { status: 500 },
  'account.code-too-many-tries': { status: 429, field: 'code' },
  'account.code-too-many-requests': { status: 429 },
  'account.code-not-sent': { status: 503 },
  'account.identity-refused': { status: 400 },
  'account.identity-failed': { status: 503 },
  'account.identity-unverified': { status: 400 },
  'account.link-invalid': { status: 400 },
  'account.login-failed': { status: 400 },
  'account.login-required': { status: 401 },
  'account.owner-only': { status: 403 },
  'account.picture-invalid': { status: 415, field: 'file' },
  'account.picture-too-large': { status: 413, field: 'file' },
  'account.too-many-downloads': { status: 429 },
  'ad.title-required': { status: 400, field: 'title' },
  'ad.title-too-long': { status: 400, field: 'title' },
  'ad.message-required': { status: 400, field: 'message' },
  'ad.message-too-long': { status: 400, field: 'message' },
  'ad.html-too-long': { status: 400, field: 'html' },
  'ad.image-invalid': { status: 415, field: 'image' },
  'ad.image-too-large': { status: 413, field: 'image' },
  'ad.not-found': { status: 404 },
  'admin.user-unknown': { status: 404, field: 'email' },
  'admin.minutes-invalid': { status: 400, field: 'minutes' },
  'admin.reason-required': { status: 400, field: 'reason' },
  'admin.reason-too-long': { status: 400, field: 'reason' },
  'admin.emails-invalid': { status: 400, field: 'emails' },
  'admin.job-not-dead': { status: 409 },
  'backup.exists': { status: 409 },
  'backup.no-room': { status: 507 },
  'backup.unreadable': { status: 400 },
  'backup.other-version': { status: 409 },
  'checkout.failed': { status: 503 },
  'checkout.already-subscribed': { status: 409 },
  'checkout.not-subscribed': { status: 409 },
  'checkout.product-unknown': { status: 400 },
  'checkout.quantity-invalid': { status: 400, field: 'customQuantity' },
  'checkout.notice-refused': { status: 400 },
  'checkout.order-unknown': { status: 404 },
  'degravacao.case-number-digits': { status: 400, field: 'case_number' },
  'degravacao.case-number-form': { status: 400, field: 'case_number' },
  'degravacao.conflict': { status: 409 },
  'degravacao.date-invalid': { status: 400 },
  'degravacao.text-too-long': { status: 400 },
  'document.conflict': { status: 409 },
  'document.not-found': { status: 404 },
  'document.source-unsaved': { status: 409, field: 'unsaved' },
  'document.title-required': { status: 400, field: 'title' },
  'document.title-too-long': { status: 400, field: 'title' },
  'document.too-long': { status: 413, field: 'content' },
  'document.transcription-required': { status: 400, field: 'transcription' },
  'version.too-many-named': { status: 409, field: 'name' },
  'version.unsaved': { status: 409 },
  'version.name-too-long': { status: 400, field: 'name' },
  'document.warning-required': { status: 400, field: 'understood' },
  'export.audio-failed': { status: 500 },
  'export.audio-missing': { status: 404 },
  'export.docx-failed': { status: 500 },
  'export.pdf-failed': { status: 500 },
  'export.txt-failed': { status: 500 },
  'form.cross-site': { status: 403 },
  'form.malformed': { status: 400 },
  'form.too-large': { status: 400 },
  'form.too-slow': { status: 408 },
  'form.used': { status: 409 },
  'glossary.too-many': { status: 400, field: 'terms' },
  'glossary.term-too-long': { status: 400, field: 'terms' },
  'captions.time-invalid': { status: 400 },
  'captions.after-end': { status: 400, field: 'from' },
  'captions.times-reversed': { status: 400, field: 'to' },
  'captions.stretch-too-long': { status: 400, field: 'to' },
  'list.date-invalid': { status: 400 },
  'list.dates-reversed': { status: 400, field: 'endDate' },
  'media.file-required': { status: 400, field: 'file' },
  'media.name-invalid': { status: 400, field: 'file' },
  'media.none-taken': { status: 400, field: 'file' },
  'media.unsupported': { status: 415, field: 'file' },
  'media.invalid': { status: 400, field: 'file' },
  'media.not-checked': { status: 500, field: 'file' },
  'media.no-audio': { status: 400, field: 'file' },
  'media.no-speech': { status: 400, field: 'file' },
  'media.decode-failed': { status: 400, field: 'file' },
  'media.too-long': { status: 413, field: 'file' },
  'media.too-large': { status: 413, field: 'file' },
  'notice.not-sent': { status: 503 },
  'search.words-too-short': { status: 400 },
  'tag.required': { status: 400, field: 'tag' },
  'tag.too-long': { status: 400, field: 'tag' },
  'tag.too-many': { status: 400, field: 'tag' },
  'transcript.not-read': { status: 500 },
  'transcript.not-saved': { status: 500 },
  'transcript.conflict': { status: 409 },
  'transcript.too-long': { status: 413, field: 'content' },
  'transcript.title-too-short': { status: 400, field: 'transcription_name' },
  'transcript.title-too-long': { status: 400, field: 'transcription_name' },
  'transcript.speaker-required': { status: 400, field: 'new_speaker' },
  'transcript.speaker-not-saved': { status: 500 },
  'transcript.speaker-merge': { status: 409, field: 'merge' },
  'transcript.people-merge': { status: 409, field: 'merge' },
  'transcript.choose-utterances': { status: 400, field: 'block' },
  'transcript.speaker-too-long': { status: 400, field: 'new_speaker' },
  'onboarding.answer-required': { status: 400 },
  'onboarding.answer-too-long': { status: 400 },
  'onboarding.not-saved': { status: 503 },
  'support.email-invalid': { status: 400, field: 'email' },
  'support.question-required': { status: 400, field: 'question' },
  'support.question-too-long': { status: 400, field: 'question' },
  'support.too-many': { status: 429 },
  'support.not-sent': { status: 503 },
  'storage.full': { status: 507 },
  'player.key-unknown': { status: 400 },
  'player.key-types': { status: 400 },
  'player.key-reserved': { status: 400 },
  'player.key-taken': { status: 400 },
  'player.rewind-invalid': { status: 400, field: 'rewind_seconds' },
  'share.days-required': { status: 400, field: 'days' },
  'share.too-many': { status: 409 },
  'summary.conflict': { status: 409, field: 'summaryCopy' },
  'summary.not-deleted': { status: 409 },
  'summary.not-made': { status: 409 },
  'summary.text-required': { status: 400, field: 'summaryCopy' },
  'summary.text-too-long': { status: 400, field: 'summaryCopy' },
  'transcription.not-found': { status: 404 },
  'transcription.already-stored': { status: 409, field: 'file' },
  'transcription.not-deleted': { status: 500 },
  'transcription.not-sent': { status: 500 },
  'transcription.not-resendable': { status: 409 },
  'transcription.engine-refused': { status: 500 },
  'transcription.engine-unavailable': { status: 500 },
  'transcription.failed': { status: 500 },
  'transcription.interrupted': { status: 500 },
  'transcription.upload-failed': { status: 400 },
  'transcription.recording-gone': { status: 409 },
  'transcription.speakers-elsewhere': { status: 409 },
  'transcription.speakers-failed': { status: 500 },
  'transcription.speakers-underway': { status: 409 },
  'transcription.speakers-invalid': { status: 400, field: 'speakers' },
  'upload.not-found': { status: 404 },
  'upload.too-many': { status: 429, field: 'file' },
  'upload.incomplete': { status: 409, field: 'file' },
  'video.link-invalid': { status: 400, field: 'url' },
  'video.rights-required': { status: 400, field: 'rights' },
  'video.not-found': { status: 404 },
  'video.unreachable': { status: 503 },
  'video.no-downloader': { status: 503 },
  'video.refused': { status: 502 },
  'video.live': { status: 409 },
  'wallet.insufficient-funds': { status: 402, field: 'file' },
  'wallet.trial-file-too-long': { status: 402, field: 'file' },
} as const satisfies Record<string, ErrorMetadata>;

export type AppErrorCode = keyof typeof ERROR_METADATA;

export const isAppErrorCode = (value: unknown): value is AppErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERROR_METADATA, value);

/** Values for placeholders of a message, such as a limit in hours. */
export type AppErrorParams = Record<string, string | number>;

/** An expected error that the user caused and can understand. Any other thrown error is a bug. */
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
    return ERROR_METADATA[this.code].status;
  }

  /** The form field of the message; undefined when it concerns the whole form. */
  get field(): string | undefined {
    const outcome: ErrorMetadata = ERROR_METADATA[this.code];
    return outcome.field;
  }
}
