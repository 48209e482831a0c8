import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import type { JobPayload } from '@/app/domain/jobs';
import { PRODUCT_NAME } from '@/app/domain/product';
import { translator } from '@/app/i18n/texts.server';
import { User } from '@/models/user.server';
import type { WebhookEndpoint } from '@/models/webhook-endpoint.server';
import { sendMail } from '../platform/email/send-mail.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import type { JobRun } from '../platform/jobs/job';

/** Tells an endpoint of nothing any more, and its owner why. */
export async function disableEndpoint(
  endpoint: WebhookEndpoint,
  reason: 'gone' | 'failing',
  transaction: Transaction,
): Promise<void> {
  const { userId, url } = endpoint;
  await endpoint.update({ disabledAt: new Date(), disabledFor: reason }, { transaction });
  await enqueue('webhook-notice', { userId, url, reason }, { transaction });
}

/** Job: the e-mail about an endpoint that was disabled. @throws AppError 'notice.not-sent' */
export async function sendWebhookEmail({ payload }: JobRun<JobPayload<'webhook-notice'>>): Promise<void> {
  const user = await User.findByPk(payload.userId);
  if (!user || user.deletedAt) return;
  const language = toInterfaceLanguage(user.language ?? '');
  const t = translator(language, 'email');
  const { url, reason } = payload;
  const address = `${settings.publicUrl}/account/webhooks`;
  const mail = {
    to: user.email,
    subject: t('webhook.disabled.subject', { product: PRODUCT_NAME }),
    body: {
      language,
      name: user.name,
      parts: [t(`webhook.disabled.${reason}`, { url }), { button: t('webhook.disabled.button'), address }],
      reason: { text: t('webhook.disabled.reason') },
    },
  };
  await sendMail(mail, 'notice.not-sent');
}
