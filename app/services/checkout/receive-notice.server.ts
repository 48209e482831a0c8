import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import { NoticeRefused, type Subject } from '@/app/integrations/payments/port';
import { applySubject } from './apply-subject.server';

/**
 * Takes in a notice of the payment company. It may come late, twice, or in any order. When this rejects with
 * anything but the code below, the company is to send it again.
 * @param body exactly as it came
 * @throws AppError 'checkout.notice-refused' for one that is forged, altered or older than five minutes
 */
export async function receiveNotice(body: string, signature: string | null): Promise<void> {
  const subject = await read(body, signature);
  if (subject) await applySubject(subject);
}

async function read(body: string, signature: string | null): Promise<Subject | null> {
  if (!payments) throw new AppError('checkout.notice-refused');
  try {
    return await payments.readNotice(body, signature);
  } catch (error) {
    if (error instanceof NoticeRefused) throw new AppError('checkout.notice-refused');
    throw error;
  }
}
