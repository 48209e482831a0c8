import { keyedHash } from '@/app/config/secret.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { newPublicId } from '@/models/public-id.server';

/** The code of every login challenge created here. */
export const KNOWN_CODE = '123456';

/** Creates a login challenge with a known code. @returns its public id */
export async function makeChallenge(
  values: Pick<LoginChallenge, 'purpose' | 'email'> & Partial<LoginChallenge>,
): Promise<string> {
  const publicId = newPublicId();
  await LoginChallenge.create({
    publicId,
    name: null,
    language: 'pt',
    addressHash: 'address',
    linkHash: 'link',
    codeHash: keyedHash(`code:${publicId}`, KNOWN_CODE),
    expiresAt: new Date(Date.now() + 60_000),
    ...values,
  });
  return publicId;
}
