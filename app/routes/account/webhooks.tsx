import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { WebhookSecretPage } from '@/app/components/account/WebhookSecretPage';
import { WebhooksPage } from '@/app/components/account/WebhooksPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { webhookForms } from '@/app/domain/webhook/forms';
import { formAction, formHeaders, onIntent } from '@/app/http/forms/form.server';
import { asOwner } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { createEndpoint, listEndpoints } from '@/app/services/webhook/endpoints.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { webhooks: await listEndpoints(user.id), isOwner: !user.impersonator };
}

export const handle = pageTitle('account', 'webhooks.title');

export const headers = formHeaders;

export const action = formAction(
  onIntent(asOwner, {
    create: [
      webhookForms.create,
      async (form, { user }) => ({ created: await createEndpoint(user.id, form) }),
    ],
  }),
);

export default function WebhooksRoute() {
  const page = useLoaderData<typeof loader>();
  const { created } = useActionData<{ created?: { publicId: string; secret: string | null } }>() ?? {};
  return created ? <WebhookSecretPage {...created} /> : <WebhooksPage {...page} />;
}
