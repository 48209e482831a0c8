import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { ValidationForm } from '@/app/components/account/ValidationForm';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, readForm } from '@/app/http/forms/form.server';
import { publicIdOf } from '@/app/http/params';
import { browserHeaders, browserOf } from '@/app/http/session/browser.server';
import { finishSignIn } from '@/app/http/session/challenge.server';
import { confirmCode, orLinkInvalid } from '@/app/services/account/confirm-code.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return data({}, { headers: await browserHeaders(request) });
}

export const handle = pageTitle('account', 'validation.title');

export const action = formAction(async ({ request, params, context }) => {
  const { submissionId } = await readForm(request, plainSchema);
  const proof = { linkToken: String(params.validationCode) };
  const browser = await browserOf({ request, context });
  const entry = await orLinkInvalid(confirmCode([publicIdOf(params)], proof, submissionId, browser));
  return finishSignIn(request, entry, '/');
});

export default function ValidationPage() {
  return <ValidationForm />;
}
