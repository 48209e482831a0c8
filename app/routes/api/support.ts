import { z } from 'zod';
import { questionSchema } from '@/app/domain/support/forms';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { ownAddress } from '@/app/http/api/own-address.server';
import { findAdFor } from '@/app/services/admin/ads/ads.server';
import { sendQuestion } from '@/app/services/support/send-question.server';

const tag = 'support';
const ignored = z.string().max(1000).optional();

/** Sender, addressee and subject are ours, whatever the call says. */
const supportMail = z.object({
  from: ignored,
  to: ignored,
  subject: ignored,
  userDetails: questionSchema.omit({ submissionId: true }),
});

const ad = z.object({
  crypto: z.string(),
  title: z.string(),
  message: z.string(),
  html: z.string(),
  image: z.url().nullable(),
  status: z.boolean(),
});

export const support = [
  operation({
    ...{ id: 'askSupport', method: 'POST', path: '/mail/support', tag, access: 'write' },
    body: supportMail,
    errors: ['support.too-many', 'support.not-sent'],
    example: {
      body: {
        userDetails: { name: 'Ana Souza', email: 'ana@example.com', question: 'Como exporto em DOCX?' },
      },
    },
    handle: async ({ request, context, body: { userDetails }, caller: { user } }) => {
      const sender = { account: user.publicId, address: context.address };
      await sendQuestion({ ...userDetails, ...sender, submissionId: submissionIdOf(request) });
      return null;
    },
  }),

  operation({
    ...{ id: 'ad', method: 'GET', path: '/ad', tag, access: 'read' },
    answer: z.array(ad),
    handle: async ({ caller: { user } }) => {
      const shown = await findAdFor(user.id);
      if (!shown) return [];
      const { publicId: crypto, hasImage, ...texts } = shown;
      const image = hasImage ? ownAddress(`/ads/${crypto}/image`) : null;
      return [{ crypto, ...texts, image, status: true }];
    },
  }),
];
