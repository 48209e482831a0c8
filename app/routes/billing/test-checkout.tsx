import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TestCheckoutPage } from '@/app/components/billing/TestCheckoutPage';
import { testCheckoutForms } from '@/app/domain/billing/payments/test-checkout-forms';
import { formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireOwner, requireUser } from '@/app/http/session/session.server';
import { closeTestCheckout, findTestCheckout } from '@/app/services/billing/payments/test-checkout.server';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { publicId: userId } = await requireUser(request);
  const buyer = { userId, isDirect: Boolean(context.isDirect) };
  const { name, quantity, amountCents, isSubscription, status } = await orNotFound(
    findTestCheckout(buyer, publicIdOf(params)),
  );
  return {
    title: await titleOf(request, 'billing', 'test.title'),
    submissionId: newSubmissionId(),
    checkout: { name, quantity, amountCents, isSubscription, status },
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params, context }: ActionFunctionArgs) => {
  const { publicId: userId } = await requireOwner(request);
  const { intent } = await readIntent(request, testCheckoutForms);
  const buyer = { userId, isDirect: Boolean(context.isDirect) };
  return redirect(
    await closeTestCheckout(buyer, publicIdOf(params), intent === 'pay' ? 'paid' : 'expired'),
    303,
  );
});

export default function TestCheckoutRoute() {
  const problem = useActionData<typeof action>();
  return <TestCheckoutPage {...useLoaderData<typeof loader>()} errors={problem?.errors ?? {}} />;
}
