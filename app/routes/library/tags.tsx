import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TagsPage } from '@/app/components/library/TagsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { tagForms } from '@/app/domain/library/tag-form';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { addTag, listTags, listTagsOf, removeTag } from '@/app/services/library/tags.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    ...(await orNotFound(listTagsOf(user.id, publicIdOf(params)))),
    known: await listTags(user.id),
    backHref: `/transcriptions${new URL(request.url).search}`,
  };
}

export const handle = pageTitle('library', 'tags.title');

export const action = formAction(
  onIntent(asUser, {
    add: [
      tagForms.add,
      (form, { request, userId, publicId }) => done(addTag({ userId, publicId, ...form }), request),
    ],
    remove: [
      tagForms.remove,
      (form, { request, userId, publicId }) => done(removeTag({ userId, publicId, ...form }), request),
    ],
  }),
);

async function done(work: Promise<unknown>, request: Request) {
  await work;
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search, 303);
}

export default function Tags() {
  return <TagsPage {...useLoaderData<typeof loader>()} />;
}
