import type { RequestHandler } from 'express';
import { isInMaintenance } from '@/app/services/admin/flags.server';
import { isAdministrator } from '../session/admin.server';
import { currentUser } from '../session/session.server';
import { isOutage, resolvePath, showInstead, showOutage } from './outage.server';

export const MAINTENANCE_RETRY_SECONDS = 300;

/** Paths that stay open: health checks, webhooks (payments), and the login for administrators. */
const ALWAYS_OPEN =
  /^\/(healthz|readyz|login(\/(code|passkey|passkey\/options|recovery))?|(validation|auth|webhooks)\/.+)$/;

/** Closes every path to all but administrators. Reads the flag each time: another process may switch it. */
export const closeForMaintenance: RequestHandler = async (request, response, next) => {
  try {
    const isClosed = await isClosedTo(request.headers.cookie, resolvePath(request.originalUrl));
    if (isClosed) showInstead(request, '/maintenance');
  } catch (error) {
    // Any other error is handled by the page itself.
    if (isOutage(error)) showOutage(request, response);
  }
  next();
};

async function isClosedTo(cookie: string | undefined, path: string): Promise<boolean> {
  if (ALWAYS_OPEN.test(path) || !(await isInMaintenance())) return false;
  const request = new Request('http://any/', { headers: cookie ? { Cookie: cookie } : {} });
  return !isAdministrator(await currentUser(request));
}
