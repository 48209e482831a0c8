import type { RequestHandler } from 'express';
import { isFlagOn } from '@/app/services/flag/is-flag-on.server';
import { isAdministrator } from './admin.server';
import { isOutage, showOutage } from './outage.server';
import { pathOf } from './requested-path';
import { currentUser } from './session.server';

/** How long to stay away before asking again. */
export const MAINTENANCE_RETRY_SECONDS = 300;

/** What goes on: the checks of operators, payments that were made, and the way in for administrators. */
const OPEN = /^\/(healthz|readyz|login|login\/code|(validation|auth|webhooks)\/.+)$/;

/**
 * While the site is closed shows its page at every address, to everybody but administrators, and does nothing
 * that was asked for. Asks the database each time, since the switch may be thrown by another process.
 */
export const closeForMaintenance: RequestHandler = async (request, response, next) => {
  try {
    if (await isClosedTo(request.headers.cookie, pathOf(request.originalUrl))) {
      if (request.method !== 'HEAD') request.method = 'GET';
      // The address that Remix goes by; in the browser it stays as it was.
      request.originalUrl = '/maintenance';
    }
  } catch (error) {
    // Any other failure is the page's own to tell.
    if (isOutage(error)) showOutage(request, response);
  }
  next();
};

async function isClosedTo(cookie: string | undefined, path: string): Promise<boolean> {
  if (OPEN.test(path) || !(await isFlagOn('maintenance'))) return false;
  const request = new Request('http://any/', { headers: cookie ? { Cookie: cookie } : {} });
  return !isAdministrator(await currentUser(request));
}
