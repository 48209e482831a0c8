import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { AdForm } from '@/app/components/admin/AdForm';
import { adSchema } from '@/app/domain/admin/forms';
import { formAction, newSubmissionId } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireAdmin } from '@/app/http/session/admin.server';
import { readAdForm } from '@/app/http/views/ad-form.server';
import { readAd } from '@/app/services/admin/ads/read-ad.server';
import { saveAd } from '@/app/services/admin/ads/save-ad.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return {
    ad: await readAd(),
    submissionId: newSubmissionId(),
    title: await titleOf(request, 'admin', 'ad.title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const { id: adminId } = await requireAdmin(request);
  const { fields, image } = await readAdForm(request, adSchema);
  await saveAd({ adminId, ...fields, image });
  return redirectWithToast('/admin/ad', { key: 'toast.saved', kind: 'success' });
});

export default function AdminAdPage() {
  const { ad, submissionId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <AdForm
      ad={ad}
      submissionId={submissionId}
      values={problem?.values ?? null}
      errors={problem?.errors ?? {}}
    />
  );
}
