import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SystemPage } from '@/app/components/admin/SystemPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { requireAdmin } from '@/app/http/session/admin.server';
import { readSystem } from '@/app/services/admin/read-system.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return readSystem();
}

export const handle = pageTitle('admin', 'system.title');

export default function AdminSystemPage() {
  return <SystemPage {...useLoaderData<typeof loader>()} />;
}
