import type { TokenScope } from '@/app/domain/api/scopes';
import type { SignedInUser } from '../account/find-session-user.server';

type SessionFields = 'sessionId' | 'loginMethod' | 'needsPasskey';

/** Who calls the API, and what the token lets the program do. */
export interface ApiCaller {
  /** Never with the rights of an administrator. */
  user: Omit<SignedInUser, SessionFields>;
  /** A signed-in administrator, who may begin to act as a user and nothing else. */
  isAdministrator: boolean;
  scopes: readonly TokenScope[];
  /** The session of a sign-in token; null for a personal token, which can neither refresh nor sign out. */
  sessionId: number | null;
  /** Names the token without revealing it, for limits. */
  key: string;
}
