import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TestPortalPage } from '@/app/components/billing/TestPortalPage';
import { testPortalForms } from '@/app/domain/billing/payments/test-checkout-forms';
import { formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireOwner, requireUser } from '@/app/http/session/session.server';
import {
  listTestSubscriptions,
  setTestSubscriptionRenewal,
} from '@/app/services/billing/payments/test-checkout.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { publicId: userId } = await requireUser(request);
  const buyer = { userId, isDirect: Boolean(context.isDirect) };
  const subscriptions = await orNotFound(listTestSubscriptions(buyer));
  return {
    title: await titleOf(request, 'billing', 'test.portal'),
    subscriptions: subscriptions.map(({ orderId, name, cancelsAt }) => ({
      ...{ orderId, name, cancelsAt },
      submissionId: newSubmissionId(),
    })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, context }) => {
  const { publicId: userId } = await requireOwner(request);
  const { intent, order } = await readIntent(request, testPortalForms);
  const buyer = { userId, isDirect: Boolean(context.isDirect) };
  await setTestSubscriptionRenewal(buyer, order, intent === 'resume');
  return redirectWithToast('/test-checkout', { key: 'toast.saved', kind: 'success' });
});

export default function TestPortalRoute() {
  const problem = useActionData<typeof action>();
  return <TestPortalPage {...useLoaderData<typeof loader>()} errors={problem?.errors ?? {}} />;
}
