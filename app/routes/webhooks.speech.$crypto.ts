import { signedAction } from '@/app/http/webhook.server';
import { receiveEngineNotice } from '@/app/services/transcription/engine-notice.server';

/** Hears from a speech engine elsewhere that it is done with a recording; also while the site is closed. */
export const action = signedAction('X-Celeste-Notice', (_body, secret, { crypto }) =>
  receiveEngineNotice(crypto!, secret),
);

/** Nothing is here to be read. */
export const loader = () => new Response(null, { status: 404 });
