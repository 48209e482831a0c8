import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SharePage } from '@/app/components/sharing/SharePage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { revokeSchema, shareSchema } from '@/app/domain/sharing/forms';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { linkCookie } from '@/app/http/headers/cookies.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { createShare, listShares, revokeShare } from '@/app/services/sharing/shares.server';
import { saveFirst } from '@/app/services/transcript/unsaved-changes.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const shared = await orNotFound(listShares(user.id, publicId));
  const made = (await linkCookie.parse(request.headers.get('Cookie'))) as NewLink | null;
  const page = { ...shared, newLink: made?.publicId === publicId ? made.link : null };
  return data(page, made ? { headers: { 'Set-Cookie': await linkCookie.serialize('', { maxAge: 0 }) } } : {});
}

/** The link cookie's value, from the form to the page that shows the link. */
interface NewLink {
  publicId: string;
  link: string;
}

export const handle = pageTitle('sharing', 'title');

export const action = formAction(
  onIntent(asUser, {
    create: [
      shareSchema,
      async (form, { userId, publicId }) => {
        await saveFirst(userId, publicId, form);
        const made: NewLink = { publicId, link: await createShare(userId, publicId, form) };
        const cookies = [await linkCookie.serialize(made)];
        return redirectWithToast(pageOf(publicId), { key: 'toast.shareCreated', kind: 'success' }, cookies);
      },
    ],
    revoke: [
      revokeSchema,
      async (form, { userId, publicId }) => {
        await revokeShare(userId, publicId, form);
        return redirectWithToast(pageOf(publicId), { key: 'toast.shareRevoked', kind: 'success' });
      },
    ],
  }),
);

const pageOf = (publicId: string) => `/transcriptions/${publicId}/share`;

export default function ShareTranscription() {
  return <SharePage {...useLoaderData<typeof loader>()} />;
}
