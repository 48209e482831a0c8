import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuditPage } from '@/app/components/admin/AuditPage';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireAdmin } from '@/app/http/session/admin.server';
import { listAudit } from '@/app/services/admin/list-audit.server';

const PAGE_SIZE = 30;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  const before = Number(new URL(request.url).searchParams.get('before')) || undefined;
  const { rows, older } = await listAudit(PAGE_SIZE, { before });
  return {
    rows: rows.map((line) => ({ ...line, createdAt: line.createdAt.toISOString() })),
    moreHref: older === null ? null : `/admin/audit?before=${older}`,
    title: await titleOf(request, 'admin', 'audit.title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function AdminAuditPage() {
  return <AuditPage {...useLoaderData<typeof loader>()} />;
}
