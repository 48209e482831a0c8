import { randomBytes } from 'node:crypto';
import { calendarService } from '@/app/integrations/calendar/index.server';

export interface LinkAttempt {
  /** Where the user allows access. */
  href: string;
  state: string;
  codeVerifier: string;
}

/**
 * @param email hint for the service's account chooser
 * @returns null when the operator has set up no calendar service
 */
export function beginLink(email: string): LinkAttempt | null {
  if (!calendarService) return null;
  const state = randomBytes(32).toString('base64url');
  const codeVerifier = randomBytes(32).toString('base64url');
  return { href: calendarService.consentUrl({ state, codeVerifier, email }), state, codeVerifier };
}
