import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { PublicShell } from '@/app/components/shell/PublicShell';
import { consumeToast } from '@/app/http/forms/toast.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const { toast, headers } = await consumeToast(request);
  return data({ toast }, { headers });
}

export default function PublicLayout() {
  const { toast } = useLoaderData<typeof loader>();
  return (
    <PublicShell toast={toast}>
      <Outlet />
    </PublicShell>
  );
}
