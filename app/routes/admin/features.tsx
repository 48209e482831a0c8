import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FeaturesPage } from '@/app/components/admin/FeaturesPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { FEATURES } from '@/app/domain/admin/flags';
import { EMAILS_LENGTH, featureSchema, maintenanceSchema } from '@/app/domain/admin/forms';
import { formAction, formBytesFor, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asAdmin } from '@/app/http/session/action-context.server';
import { requireAdmin } from '@/app/http/session/admin.server';
import { isFlagOn, readFeature, switchFeature, switchMaintenance } from '@/app/services/admin/flags.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return {
    features: await Promise.all(FEATURES.map(async (name) => ({ name, ...(await readFeature(name)) }))),
    maintenance: { isOn: await isFlagOn('maintenance') },
  };
}

export const handle = pageTitle('admin', 'features.title');

export const action = formAction(
  onIntent(
    asAdmin,
    {
      feature: [featureSchema, (form, { adminId }) => done(switchFeature({ adminId, ...form }))],
      maintenance: [
        maintenanceSchema,
        ({ submissionId, state }, { adminId }) =>
          done(switchMaintenance({ adminId, submissionId, isOn: state === 'on' })),
      ],
    },
    { maxBytes: formBytesFor(EMAILS_LENGTH) },
  ),
);

async function done(work: Promise<unknown>) {
  await work;
  return redirectWithToast('/admin/features', { key: 'toast.saved', kind: 'success' });
}

export default function AdminFeaturesPage() {
  return <FeaturesPage {...useLoaderData<typeof loader>()} />;
}
