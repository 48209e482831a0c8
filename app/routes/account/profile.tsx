import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ProfilePage } from '@/app/components/account/ProfilePage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { profileSchema } from '@/app/domain/account/profile-forms';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { languageCookie } from '@/app/http/headers/cookies.server';
import { languageOf } from '@/app/http/headers/language.server';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { isMultipart, readUpload } from '@/app/http/upload/upload.server';
import { removePicture, savePicture } from '@/app/services/account/picture.server';
import { readProfile, updateProfile } from '@/app/services/account/profile.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { language, ...profile } = await readProfile(user.id);
  return {
    profile: { ...profile, language: language ?? (await languageOf(request)) },
    email: user.email,
    hasPicture: user.hasPicture,
  };
}

export const handle = pageTitle('account', 'title');

export const action = formAction((args) => (isMultipart(args.request) ? uploadPicture : submit)(args));

async function uploadPicture(args: ActionFunctionArgs): Promise<unknown> {
  const { request, userId } = await asUser(args);
  await readUpload(request, plainSchema, ({ submissionId }, { body }) =>
    savePicture({ userId, submissionId, body }),
  );
  return redirectWithToast('/account', { key: 'toast.pictureSaved', kind: 'success' });
}

const submit = onIntent(asUser, {
  profile: [
    profileSchema,
    async ({ submissionId, name, lang: language, timeZone, notices, audioDays }, { userId }) => {
      const profile = {
        name,
        language,
        ...(timeZone && { timeZone }),
        wantsNotices: notices,
        keepAudioDays: audioDays,
      };
      await updateProfile({ userId, submissionId, profile });
      return redirectWithToast('/account', { key: 'toast.profileSaved', kind: 'success' }, [
        await languageCookie.serialize(language),
      ]);
    },
  ],
  'remove-picture': [
    plainSchema,
    async ({ submissionId }, { userId }) => {
      await removePicture(userId, submissionId);
      return redirectWithToast('/account', { key: 'toast.pictureRemoved', kind: 'success' });
    },
  ],
});

export default function ProfileRoute() {
  return <ProfilePage {...useLoaderData<typeof loader>()} />;
}
