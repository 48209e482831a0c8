import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuditPage } from '@/app/components/admin/AuditPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { requireAdmin } from '@/app/http/session/admin.server';
import { listAudit } from '@/app/services/admin/audit.server';

const PAGE_SIZE = 30;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const before = Number(new URL(request.url).searchParams.get('before'));
  const { rows, older } = await listAudit(PAGE_SIZE, before ? { before } : {});
  return { rows, moreHref: older === null ? null : `/admin/audit?before=${older}` };
}

export const handle = pageTitle('admin', 'audit.title');

export default function AdminAuditPage() {
  return <AuditPage {...useLoaderData<typeof loader>()} />;
}
