import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TagsPage } from '@/app/components/library/TagsPage';
import { tagForms } from '@/app/domain/library/tag-form';
import { formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { addTag } from '@/app/services/library/tags/add-tag.server';
import { listTags } from '@/app/services/library/tags/list-tags.server';
import { listTagsOf } from '@/app/services/library/tags/list-tags-of.server';
import { removeTag } from '@/app/services/library/tags/remove-tag.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    ...(await orNotFound(listTagsOf(user.id, publicIdOf(params)))),
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
  await orNotFound(change({ userId, publicId: publicIdOf(params), tag, submissionId }));
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
