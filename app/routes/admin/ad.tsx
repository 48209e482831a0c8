import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AdForm } from '@/app/components/admin/AdForm';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { adSchema } from '@/app/domain/admin/forms';
import { formAction } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { requireAdmin } from '@/app/http/session/admin.server';
import { readAdForm } from '@/app/http/views/ad-form.server';
import { readAd } from '@/app/services/admin/ads/ads.server';
import { saveAd } from '@/app/services/admin/ads/save-ad.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return { ad: await readAd() };
}

export const handle = pageTitle('admin', 'ad.title');

export const action = formAction(async ({ request }) => {
  const { id: adminId } = await requireAdmin(request);
  const { fields, image } = await readAdForm(request, adSchema);
  await saveAd({ adminId, ...fields, image });
  return redirectWithToast('/admin/ad', { key: 'toast.saved', kind: 'success' });
});

export default function AdminAdPage() {
  return <AdForm {...useLoaderData<typeof loader>()} />;
}
