import { redirectWithToast } from '../forms/toast.server';

/** To the dashboard, from a page that only subscribers have, with the reason. */
export const leadToDashboard = (request: Request): Promise<Response> =>
  redirectWithToast(
    '/dashboard',
    { area: 'meeting', key: 'toast.subscription', kind: 'info' },
    [],
    request.method === 'GET' ? 302 : 303,
  );
