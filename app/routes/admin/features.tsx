import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { FeaturesPage } from '@/app/components/admin/FeaturesPage';
import { FEATURES } from '@/app/domain/admin/flags';
import { EMAILS_LENGTH, featureSchema, maintenanceSchema } from '@/app/domain/admin/forms';
import { formAction, formBytesFor, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireAdmin } from '@/app/http/session/admin.server';
import { isFlagOn } from '@/app/services/admin/flags/is-flag-on.server';
import { readFeature } from '@/app/services/admin/flags/read-feature.server';
import { switchFeature } from '@/app/services/admin/flags/switch-feature.server';
import { switchMaintenance } from '@/app/services/admin/flags/switch-maintenance.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return {
    features: await Promise.all(
      FEATURES.map(async (name) => ({
        ...{ name, submissionId: newSubmissionId() },
        ...(await readFeature(name)),
      })),
    ),
    maintenance: { isOn: await isFlagOn('maintenance'), submissionId: newSubmissionId() },
    title: await titleOf(request, 'admin', 'features.title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const { id: adminId } = await requireAdmin(request);
  const forms = { feature: featureSchema, maintenance: maintenanceSchema };
  const form = await readIntent(request, forms, { maxBytes: formBytesFor(EMAILS_LENGTH) });
  if (form.intent === 'feature') await switchFeature({ adminId, ...form });
  else await switchMaintenance({ adminId, submissionId: form.submissionId, isOn: form.state === 'on' });
  return redirectWithToast('/admin/features', { key: 'toast.saved', kind: 'success' });
});

export default function AdminFeaturesPage() {
  const problem = useActionData<typeof action>();
  return (
    <FeaturesPage
      {...useLoaderData<typeof loader>()}
      values={problem?.values ?? null}
      errors={problem?.errors ?? {}}
    />
  );
}
