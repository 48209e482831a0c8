import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { MaintenancePage } from '@/app/components/shell/MaintenancePage';
import { titleOf } from '@/app/http/headers/page-title.server';
import { MAINTENANCE_RETRY_SECONDS } from '@/app/http/server/maintenance.server';
import { isFlagOn } from '@/app/services/admin/flags/is-flag-on.server';

/**
 * The maintenance page, shown in place of every page while the site is closed; otherwise redirects to '/'.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await isFlagOn('maintenance'))) throw redirect('/');
  const title = await titleOf(request, 'common', 'maintenance.title');
  return data({ title }, { status: 503, headers: { 'Retry-After': String(MAINTENANCE_RETRY_SECONDS) } });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default MaintenancePage;
