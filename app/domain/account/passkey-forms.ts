import { z } from 'zod';
import { AppError } from '../errors';
import { code, publicId, submissionId } from '../form-fields';
import { toOneLine } from '../format/normalise-unicode';
import { MAX_PASSKEY_NAME_LENGTH } from './passkey';
import { readRecoveryCode } from './recovery-code';
import { loginSchema } from './sign-in-forms';

const malformed = code('form.malformed');
const missing = code('account.name-required');

const name = z
  .string({ error: missing })
  .transform(toOneLine)
  .pipe(z.string({ error: missing }).min(1, missing).max(MAX_PASSKEY_NAME_LENGTH, malformed));

/** JSON of the browser's PublicKeyCredential; readDeviceAnswer parses it. */
const answer = z.string({ error: malformed }).max(16_384, malformed);

export const newPasskeySchema = z.object({ submissionId, name, answer });
export const renamePasskeySchema = z.object({ submissionId, name, passkey: publicId() });
export const removePasskeySchema = z.object({ submissionId, passkey: publicId() });
const recoveryInvalid = code('account.recovery-invalid');

const recoveryCode = z
  .string({ error: recoveryInvalid })
  .transform((typed) => readRecoveryCode(typed) ?? '')
  .pipe(z.string().min(1, recoveryInvalid));

export const recoveryLoginSchema = loginSchema.extend({ code: recoveryCode });
export const passkeyLoginSchema = z.object({ submissionId, answer });

const bytes = z.base64url().max(8192);
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};

export const registrationAnswerSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
});

export const signInAnswerSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
  }),
});

/** @throws AppError 'account.passkey-failed' for anything but the JSON of the schema */
export function readDeviceAnswer<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new AppError('account.passkey-failed');
  }
}
