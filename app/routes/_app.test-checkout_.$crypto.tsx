import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TestCheckoutPage } from '@/app/components/wallet/TestCheckoutPage';
import { testCheckoutForms } from '@/app/domain/wallet/test-checkout-forms';
import { formAction, newSubmissionId, readIntent } from '@/app/http/form.server';
import { orNotFound } from '@/app/http/not-found.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireOwner, requireUser } from '@/app/http/session.server';
import { closeTestCheckout, findTestCheckout } from '@/app/services/checkout/test-checkout.server';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { publicId: userId } = await requireUser(request);
  const buyer = { userId, isDirect: Boolean(context.isDirect) };
  const { name, quantity, amountCents, isSubscription, status } = await orNotFound(
    findTestCheckout(buyer, params.crypto!),
  );
  return {
    title: await titleOf(request, 'wallet', 'test.title'),
    submissionId: newSubmissionId(),
    checkout: { name, quantity, amountCents, isSubscription, status },
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params, context }: ActionFunctionArgs) => {
  const { publicId: userId } = await requireOwner(request);
  const { intent } = await readIntent(request, testCheckoutForms);
  const buyer = { userId, isDirect: Boolean(context.isDirect) };
  return redirect(await closeTestCheckout(buyer, params.crypto!, intent === 'pay' ? 'paid' : 'expired'), 303);
});

export default function TestCheckoutRoute() {
  const problem = useActionData<typeof action>();
  return <TestCheckoutPage {...useLoaderData<typeof loader>()} errors={problem?.errors ?? {}} />;
}
