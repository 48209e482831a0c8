import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLocation } from '@remix-run/react';
import { AdminFrame } from '@/app/components/admin/AdminFrame';
import { requireAdmin } from '@/app/http/session/admin.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return null;
}

export default function AdminLayout() {
  const { pathname } = useLocation();
  return (
    <AdminFrame currentPath={pathname}>
      <Outlet />
    </AdminFrame>
  );
}
