import { keyedHash } from '@/app/config/secret.server';

/** What names a session in a form: it tells neither its number nor anything of its token. */
export const sessionHandle = (sessionId: number): string => keyedHash('session-handle', String(sessionId));
