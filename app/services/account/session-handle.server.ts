import { keyedHash } from '@/app/config/secret.server';

/** Opaque id of a session for forms: reveals neither the row id nor the token. */
export const sessionHandle = (sessionId: number): string => keyedHash('session-handle', String(sessionId));
