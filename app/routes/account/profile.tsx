import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ProfilePage } from '@/app/components/account/ProfilePage';
import { profileSchema } from '@/app/domain/account/profile-forms';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { languageCookie } from '@/app/http/headers/cookies.server';
import { languageOf } from '@/app/http/headers/language.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireUser } from '@/app/http/session/session.server';
import { isMultipart, readUpload } from '@/app/http/upload/upload.server';
import { readProfile } from '@/app/services/account/read-profile.server';
import { removePicture, savePicture } from '@/app/services/account/save-picture.server';
import { updateProfile } from '@/app/services/account/update-profile.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { language, ...profile } = await readProfile(user.id);
  return {
    title: await titleOf(request, 'account', 'title'),
    profile: { ...profile, language: language ?? (await languageOf(request)) },
    email: user.email,
    hasPicture: user.hasPicture,
    submissionId: newSubmissionId(),
    pictureSubmissionId: newSubmissionId(),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const user = await requireUser(request);
  if (isMultipart(request)) {
    await readUpload(request, plainSchema, ({ submissionId }, { body }) =>
      savePicture({ userId: user.id, submissionId, body }),
    );
    return redirectWithToast('/account', { key: 'toast.pictureSaved', kind: 'success' });
  }
  const form = await readIntent(request, { profile: profileSchema, 'remove-picture': plainSchema });
  if (form.intent === 'remove-picture') {
    await removePicture(user.id, form.submissionId);
    return redirectWithToast('/account', { key: 'toast.pictureRemoved', kind: 'success' });
  }
  const { submissionId, name, lang: language, notices: wantsNotices, audioDays: keepAudioDays } = form;
  const profile = { name, language, wantsNotices, keepAudioDays };
  await updateProfile({ userId: user.id, submissionId, profile });
  return redirectWithToast('/account', { key: 'toast.profileSaved', kind: 'success' }, [
    await languageCookie.serialize(language),
  ]);
});

export default function ProfileRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <ProfilePage {...page} problem={problem ?? null} />;
}
