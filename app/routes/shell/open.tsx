import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { AppShell } from '@/app/components/shell/AppShell';
import { TextShell } from '@/app/components/shell/TextShell';
import { consumeToast } from '@/app/http/forms/toast.server';
import { currentUser } from '@/app/http/session/session.server';
import { readFrame } from '@/app/http/views/frame.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await currentUser(request);
  const { toast, headers } = await consumeToast(request);
  return data({ frame: user && (await readFrame(user)), toast }, { headers });
}

export default function OpenLayout() {
  const { frame, toast } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return frame ? (
    <AppShell {...frame} toast={toast} currentPath={pathname}>
      <Outlet />
    </AppShell>
  ) : (
    <TextShell toast={toast}>
      <Outlet />
    </TextShell>
  );
}
