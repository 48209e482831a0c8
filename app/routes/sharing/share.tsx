import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SharePage } from '@/app/components/sharing/SharePage';
import { revokeSchema, shareSchema } from '@/app/domain/sharing/forms';
import { formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { linkCookie } from '@/app/http/headers/cookies.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { createShare } from '@/app/services/sharing/create-share.server';
import { listShares } from '@/app/services/sharing/list-shares.server';
import { revokeShare } from '@/app/services/sharing/revoke-share.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const { title, shares } = await orNotFound(listShares(user.id, publicId));
  const made = (await linkCookie.parse(request.headers.get('Cookie'))) as NewLink | null;
  const page = {
    publicId,
    title,
    shares: shares.map((share) => ({
      ...share,
      createdAt: share.createdAt.toISOString(),
      expiresAt: share.expiresAt.toISOString(),
      submissionId: newSubmissionId(),
    })),
    newLink: made?.publicId === publicId ? made.link : null,
    submissionId: newSubmissionId(),
    pageTitle: await titleOf(request, 'sharing', 'title'),
  };
  return data(page, made ? { headers: { 'Set-Cookie': await linkCookie.serialize('', { maxAge: 0 }) } } : {});
}

/** The link cookie's value, from the form to the page that shows the link. */
interface NewLink {
  publicId: string;
  link: string;
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.pageTitle }];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const page = `/transcriptions/${publicId}/share`;
  const form = await readIntent(request, { create: shareSchema, revoke: revokeSchema });
  if (form.intent === 'revoke') {
    await orNotFound(revokeShare(user.id, publicId, form));
    return redirectWithToast(page, { key: 'toast.shareRevoked', kind: 'success' });
  }
  const link = await orNotFound(createShare(user.id, publicId, form));
  const made: NewLink = { publicId, link };
  const cookies = [await linkCookie.serialize(made)];
  return redirectWithToast(page, { key: 'toast.shareCreated', kind: 'success' }, cookies);
});

export default function ShareTranscription() {
  const problem = useActionData<typeof action>();
  return (
    <SharePage
      {...useLoaderData<typeof loader>()}
      values={problem?.values ?? {}}
      errors={problem?.errors ?? {}}
    />
  );
}
