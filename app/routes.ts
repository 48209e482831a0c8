import { index, layout, type RouteConfig, route } from '@remix-run/route-config';

/** Pages behind the sign-in, inside the shell with menu and balance. */
const memberPages = [
  route('dashboard', 'routes/shell/dashboard.tsx'),
  route('onboarding', 'routes/onboarding/onboarding.tsx'),

  route('account', 'routes/account/profile.tsx'),
  route('account/data', 'routes/account/data.tsx'),
  route('account/delete', 'routes/account/delete.tsx'),
  route('account/delete/code', 'routes/account/delete-code.tsx'),
  route('account/email', 'routes/account/email.tsx'),
  route('account/email/code', 'routes/account/email-code.tsx'),
  route('account/passkeys', 'routes/account/passkeys.tsx'),
  route('account/passkeys/code', 'routes/account/passkeys-code.tsx'),
  route('account/passkeys/new', 'routes/account/new-passkey.tsx'),
  route('account/player', 'routes/account/player.tsx'),
  route('account/sessions', 'routes/account/sessions.tsx'),
  route('account/sessions/code', 'routes/account/sessions-code.tsx'),
  route('account/tokens', 'routes/account/tokens.tsx'),
  route('account/webhooks', 'routes/account/webhooks.tsx'),
  route('account/webhooks/:publicId', 'routes/account/webhook.tsx'),
  route('account/glossary', 'routes/library/glossary.tsx'),

  route('transcriptions', 'routes/library/transcriptions.tsx'),
  route('transcriptions/selection/delete', 'routes/library/selection-delete.tsx'),
  route('transcriptions/selection/download', 'routes/library/selection-download.tsx'),
  route('transcriptions/selection/tags', 'routes/library/selection-tags.tsx'),
  route('search', 'routes/library/search.tsx'),
  route('transcriptions/:publicId/tags', 'routes/library/tags.tsx'),
  route('transcriptions/:publicId/glossary', 'routes/library/glossary-suggestions.tsx'),

  route('share-target', 'routes/upload/share-target.tsx'),

  route('transcriptions/import', 'routes/upload/import.tsx'),
  route('transcriptions/youtube', 'routes/transcription/youtube.tsx'),
  route('transcriptions/:publicId/delete', 'routes/transcription/delete.tsx'),

  route('transcriptions/:publicId', 'routes/transcript/transcript.tsx'),
  route('transcriptions/:publicId/blocks/:utteranceId', 'routes/transcript/utterance.tsx'),
  route('transcriptions/:publicId/captions', 'routes/transcript/captions.tsx'),
  route('transcriptions/:publicId/people', 'routes/transcript/people.tsx'),
  route('transcriptions/:publicId/speaker', 'routes/transcript/speaker.tsx'),
  route('transcriptions/:publicId/align', 'routes/transcript/align.tsx'),
  route('transcriptions/:publicId/speakers', 'routes/transcript/speakers.tsx'),
  route('transcriptions/:publicId/summary', 'routes/transcript/summary.tsx'),
  route('transcriptions/:publicId/versions', 'routes/transcript/versions.tsx'),
  route('transcriptions/:publicId/discard', 'routes/transcript/discard.tsx'),
  route('transcriptions/:publicId/download', 'routes/transcript/download.tsx'),
  route('transcriptions/:publicId/degravacao', 'routes/transcript/degravacao.tsx'),

  route('transcriptions/:publicId/share', 'routes/sharing/share.tsx'),

  route('documents', 'routes/document/documents.tsx'),
  route('documents/new', 'routes/document/new.tsx'),
  route('documents/models', 'routes/document/models.tsx'),
  route('documents/:publicId', 'routes/document/document.tsx'),
  route('documents/:publicId/versions', 'routes/document/versions.tsx'),
  route('documents/:publicId/download', 'routes/document/download.tsx'),
  route('documents/:publicId/delete', 'routes/document/delete.tsx'),

  route('meetings', 'routes/meeting/meetings.tsx'),
  route('meetings/settings', 'routes/meeting/settings.tsx'),
  route('meetings/terms', 'routes/meeting/terms.tsx'),
  route('meetings/:publicId', 'routes/meeting/meeting.tsx'),
  route('meetings/:publicId/edit', 'routes/meeting/edit.tsx'),
  route('meetings/:publicId/cancel', 'routes/meeting/cancel.tsx'),

  route('calendar', 'routes/calendar/calendar.tsx'),
  route('calendar/assistant', 'routes/calendar/assistant.tsx'),
  route('calendar/new', 'routes/calendar/new.tsx'),
  route('calendar/unlink', 'routes/calendar/unlink.tsx'),
  route('calendar/:eventId', 'routes/calendar/event.tsx'),
  route('calendar/:eventId/edit', 'routes/calendar/edit.tsx'),
  route('calendar/:eventId/delete', 'routes/calendar/delete.tsx'),

  route('wallet', 'routes/billing/wallet.tsx'),
  route('test-checkout', 'routes/billing/test-portal.tsx'),
  route('test-checkout/:publicId', 'routes/billing/test-checkout.tsx'),

  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/users.tsx'),
    route('users/:publicId', 'routes/admin/user.tsx'),
    route('features', 'routes/admin/features.tsx'),
    route('ad', 'routes/admin/ad.tsx'),
    route('audit', 'routes/admin/audit.tsx'),
    route('invitations', 'routes/admin/invitations.tsx'),
    route('jobs', 'routes/admin/jobs.tsx'),
    route('system', 'routes/admin/system.tsx'),
  ]),
  route('login-admin-as-user/:userPublicId/:adminPublicId', 'routes/admin/impersonate.tsx'),
];

const guestPages = [
  route('login', 'routes/account/login.tsx'),
  route('login/code', 'routes/account/login-code.tsx'),
  route('login/passkey', 'routes/account/login-passkey.tsx'),
  route('login/recovery', 'routes/account/login-recovery.tsx'),
  route('signup', 'routes/account/signup.tsx'),
  route('validation/:validationCode/:publicId', 'routes/account/validation.tsx'),
];

/** Pages for everybody, signed in or not. */
const openPages = [
  route('privacy', 'routes/shell/privacy.tsx'),
  route('terms', 'routes/shell/terms.tsx'),
  route('developers', 'routes/api/developers.tsx'),
  route('developers/recipes', 'routes/api/recipes.tsx'),
  route('developers/:tag', 'routes/api/developers-tag.tsx'),
  route('support', 'routes/support/support.tsx'),
];

/** Addresses without a page of their own: files, fragments, polling, form targets, webhooks. */
const resources = [
  route('account/data/download', 'routes/account/data-download.ts'),
  route('account/picture', 'routes/account/picture.ts'),
  route('auth/:provider', 'routes/account/oauth-start.ts'),
  route('auth/:provider/callback', 'routes/account/oauth-callback.ts'),
  route('language', 'routes/account/language.ts'),
  route('login/passkey/options', 'routes/account/login-passkey-options.ts'),
  route('logout', 'routes/account/logout.ts'),

  route('ads/:publicId/image', 'routes/admin/ad-image.ts'),
  route('ads/:publicId/dismiss', 'routes/admin/ad-dismiss.ts'),
  route('stop-acting', 'routes/admin/stop-impersonating.ts'),

  route('dashboard/status', 'routes/library/desk-status.ts'),
  route('transcriptions/selection/files', 'routes/library/selection-files.ts'),
  route('transcriptions/status', 'routes/library/list-status.ts'),

  route('dictations', 'routes/upload/dictations.ts'),
  route('dictations/:publicId', 'routes/upload/dictation.ts'),

  route('uploads', 'routes/upload/uploads.ts'),
  route('uploads/card', 'routes/upload/card.tsx'),
  route('uploads/:publicId', 'routes/upload/upload.ts'),
  route('uploads/:publicId/session', 'routes/upload/session.ts'),
  route('uploads/:publicId/discard', 'routes/upload/discard.ts'),

  route('transcriptions/:publicId/status', 'routes/transcription/status.ts'),
  route('webhooks/speech/:publicId', 'routes/transcription/speech-webhook.ts'),

  route('transcriptions/tools', 'routes/transcript/tools.tsx'),
  route('transcriptions/:publicId/audio', 'routes/transcript/audio.ts'),
  route('transcriptions/:publicId/draft', 'routes/transcript/draft.ts'),
  route('transcriptions/:publicId/words', 'routes/transcript/words.ts'),
  route('transcriptions/:publicId/position', 'routes/transcript/position.ts'),
  route('transcriptions/:publicId/peaks', 'routes/transcript/peaks.ts'),
  route('transcriptions/:publicId/degravacao/:export', 'routes/transcript/degravacao-file.ts'),
  route('transcriptions/:publicId/:export', 'routes/transcript/export.ts'),

  route('shared/:token', 'routes/sharing/public-page.tsx'),
  route('shared/:token/audio', 'routes/sharing/public-audio.ts'),
  route('shared/:token/:export', 'routes/sharing/public-export.ts'),

  route('documents/tools', 'routes/document/tools.tsx'),
  route('documents/:publicId/draft', 'routes/document/draft.ts'),
  route('documents/:publicId/:export', 'routes/document/export.ts'),

  route('meetings/status', 'routes/meeting/list-status.ts'),
  route('meetings/:publicId/status', 'routes/meeting/status.ts'),

  route('calendar/events', 'routes/calendar/events.ts'),
  route('calendar/:eventId/time', 'routes/calendar/time.ts'),
  route('google', 'routes/calendar/google.ts'),
  route('google/callback', 'routes/calendar/google-callback.ts'),

  route('wallet/movements', 'routes/billing/movements.ts'),
  route('wallet/receipts/:publicId', 'routes/billing/receipt.ts'),
  route('webhooks/stripe', 'routes/billing/stripe-webhook.ts'),

  route('api/*', 'routes/api/api.ts'),

  route('files/*', 'routes/platform/signed-file.ts'),
  route('healthz', 'routes/platform/healthz.ts'),
  route('readyz', 'routes/platform/readyz.ts'),
  route('maintenance', 'routes/platform/maintenance.tsx'),
  route('outage', 'routes/platform/outage.tsx'),
  route('refused', 'routes/platform/refused.tsx'),
];

/** Every address and the module that answers it, grouped by subject. */
export default [
  index('routes/shell/index.ts'),
  layout('routes/shell/app.tsx', [layout('routes/shell/errors.tsx', memberPages)]),
  layout('routes/shell/public.tsx', guestPages),
  layout('routes/shell/open.tsx', openPages),
  ...resources,
  route('*', 'routes/shell/not-found.ts'),
] satisfies RouteConfig;
