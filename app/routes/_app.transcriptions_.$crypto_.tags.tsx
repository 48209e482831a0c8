import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TagsPage } from '@/app/components/library/TagsPage';
import { tagForms } from '@/app/domain/tag/tag-form';
import { formAction, newSubmissionId, readIntent } from '@/app/http/form.server';
import { orNotFound } from '@/app/http/not-found.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireUser } from '@/app/http/session.server';
import { addTag } from '@/app/services/tag/add-tag.server';
import { listTags } from '@/app/services/tag/list-tags.server';
import { listTagsOf } from '@/app/services/tag/list-tags-of.server';
import { removeTag } from '@/app/services/tag/remove-tag.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    ...(await orNotFound(listTagsOf(user.id, String(params.crypto)))),
    pageTitle: await titleOf(request, 'library', 'tags.title'),
    known: await listTags(user.id),
    submissionId: newSubmissionId(),
    backHref: `/transcriptions${new URL(request.url).search}`,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export const action = formAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  const { intent, tag, submissionId } = await readIntent(request, tagForms);
  const change = intent === 'add' ? addTag : removeTag;
  await orNotFound(change({ userId, publicId: String(params.crypto), tag, submissionId }));
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search, 303);
});

export default function Tags() {
  const problem = useActionData<typeof action>();
  return (
    <TagsPage
      {...useLoaderData<typeof loader>()}
      typed={problem?.values.tag}
      errors={problem?.errors ?? {}}
    />
  );
}
