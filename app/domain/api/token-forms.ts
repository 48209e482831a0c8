import { z } from 'zod';
import { code, publicId, requiredText, submissionId } from '../form-fields';
import { toOneLine } from '../format/normalise-unicode';
import { TOKEN_SCOPES } from './scopes';

export const MAX_TOKEN_NAME_LENGTH = 80;

/** Days after which a new personal token expires; 'never' for one that does not. */
export const TOKEN_LIFETIMES = ['30', '90', '365', 'never'] as const;

export const DEFAULT_TOKEN_LIFETIME: (typeof TOKEN_LIFETIMES)[number] = '90';

export const newTokenSchema = z.object({
  submissionId,
  name: requiredText(toOneLine, code('api.name-required'), {
    most: MAX_TOKEN_NAME_LENGTH,
    tooLong: code('api.name-too-long'),
  }),
  scopes: z
    .array(z.enum(TOKEN_SCOPES, { error: code('form.malformed') }))
    .min(1, code('api.scopes-required'))
    .transform((chosen) => TOKEN_SCOPES.filter((scope) => chosen.includes(scope))),
  /** Days until it expires; null for never. */
  expires: z
    .enum(TOKEN_LIFETIMES, { error: code('form.malformed') })
    .default(DEFAULT_TOKEN_LIFETIME)
    .transform((days) => (days === 'never' ? null : Number(days))),
});

export const revokeTokenSchema = z.object({ submissionId, token: publicId() });
