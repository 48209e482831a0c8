import { data, type HeadersFunction, redirect } from '@remix-run/node';
import { MaintenancePage } from '@/app/components/shell/MaintenancePage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { MAINTENANCE_RETRY_SECONDS } from '@/app/http/server/maintenance.server';
import { isFlagOn } from '@/app/services/admin/flags.server';

/** Shown in place of every page while the site is closed; otherwise redirects to '/'. */
export async function loader() {
  if (!(await isFlagOn('maintenance'))) throw redirect('/');
  return data({}, { status: 503, headers: { 'Retry-After': String(MAINTENANCE_RETRY_SECONDS) } });
}

export const handle = pageTitle('common', 'maintenance.title');

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default MaintenancePage;
