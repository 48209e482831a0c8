import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { WebhookPage } from '@/app/components/account/WebhookPage';
import { WebhookSecretPage } from '@/app/components/account/WebhookSecretPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { webhookForms } from '@/app/domain/webhook/forms';
import { formAction, formHeaders, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asOwner } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { listDeliveries, redeliver } from '@/app/services/webhook/deliveries.server';
import {
  changeEndpoint,
  readEndpoint,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '@/app/services/webhook/endpoints.server';

/** Messages on the page; the API lists them all. */
const SHOWN = 30;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id: userId, impersonator } = await requireUser(request);
  const publicId = publicIdOf(params);
  const webhook = await orNotFound(readEndpoint(userId, publicId));
  const { rows, next } = await listDeliveries(userId, publicId, { below: null, limit: SHOWN });
  return { webhook, deliveries: rows, isMore: next !== null, isOwner: !impersonator };
}

export const handle = pageTitle('account', 'webhooks.title');

export const headers = formHeaders;

async function asOwnerOfOne(args: ActionFunctionArgs) {
  const { user } = await asOwner(args);
  return { userId: user.id, publicId: publicIdOf(args.params) };
}

const back = (publicId: string, key: 'toast.webhookSaved' | 'toast.webhookSent') =>
  redirectWithToast(`/account/webhooks/${publicId}`, { key, kind: 'success' });

export const action = formAction(
  onIntent(asOwnerOfOne, {
    test: [
      plainSchema,
      async ({ submissionId }, { userId, publicId }) => {
        await testEndpoint(userId, publicId, submissionId);
        return back(publicId, 'toast.webhookSent');
      },
    ],
    redeliver: [
      webhookForms.redeliver,
      async ({ delivery: deliveryId, submissionId }, { userId, publicId }) => {
        await redeliver(userId, publicId, { deliveryId, submissionId });
        return back(publicId, 'toast.webhookSent');
      },
    ],
    enable: [
      plainSchema,
      async (_form, { userId, publicId }) => {
        await changeEndpoint(userId, publicId, { isEnabled: true });
        return back(publicId, 'toast.webhookSaved');
      },
    ],
    disable: [
      plainSchema,
      async (_form, { userId, publicId }) => {
        await changeEndpoint(userId, publicId, { isEnabled: false });
        return back(publicId, 'toast.webhookSaved');
      },
    ],
    rotate: [
      plainSchema,
      async ({ submissionId }, { userId, publicId }) => ({
        changed: { publicId, secret: await rotateSecret(userId, publicId, submissionId) },
      }),
    ],
    remove: [
      plainSchema,
      async (_form, { userId, publicId }) => {
        await removeEndpoint(userId, publicId);
        return redirectWithToast('/account/webhooks', { key: 'toast.webhookRemoved', kind: 'success' });
      },
    ],
  }),
);

export default function WebhookRoute() {
  const page = useLoaderData<typeof loader>();
  const { changed } = useActionData<{ changed?: { publicId: string; secret: string | null } }>() ?? {};
  return changed ? <WebhookSecretPage {...changed} /> : <WebhookPage {...page} />;
}
