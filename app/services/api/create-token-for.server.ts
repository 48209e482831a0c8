import { TOKEN_SCOPES } from '@/app/domain/api/scopes';
import { newPublicId } from '@/models/public-id.server';
import { recordAudit } from '../admin/audit.server';
import { lockUser } from '../admin/lock-user.server';
import { type AdminRequest, withAdminIdempotencyKey } from '../admin/with-admin-idempotency-key.server';
import { addPersonalToken } from './personal-tokens.server';
import { newTokenText } from './token-text.server';

const EXPIRES_IN_DAYS = 90;

/**
 * Makes a personal token with all scopes for somebody, whom an e-mail tells of it. Returns the token.
 * @throws AppError 'admin.user-unknown', 'api.too-many-tokens'
 */
export async function createTokenFor(request: AdminRequest & { email: string }): Promise<string> {
  const { adminId, email } = request;
  const text = newTokenText();
  await withAdminIdempotencyKey(request, async (transaction) => {
    const user = await lockUser({ email }, transaction);
    const token = { name: 'npm run admin', scopes: TOKEN_SCOPES, expiresInDays: EXPIRES_IN_DAYS };
    await addPersonalToken(user, { ...token, text, publicId: newPublicId() }, transaction);
    await recordAudit({ adminId, subjectId: user.id, action: 'token-made', details: {} }, transaction);
  });
  return text;
}
