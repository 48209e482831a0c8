import { z } from 'zod';
import { newTranscription, transcriptionDetail } from '@/app/domain/api/v1/transcriptions';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { registerAddress } from '@/app/services/transcription/address/register-address.server';
import { assertUploaded, containerOf, openUpload } from '@/app/services/upload/api-upload.server';
import { finishUpload } from '@/app/services/upload/finish-upload.server';
import { NEW_UPLOAD_ERRORS, REGISTRATION_ERRORS } from '../uploads';
import { detailOf } from './detail-of';

const tag = 'v1.transcriptions';

export const uploads = [
  operation({
    ...{ id: 'v1.newUpload', method: 'POST', path: '/v1/uploads', tag, access: 'write' },
    example: { body: { file_name: 'fala.wav' } },
    status: 201,
    body: z.object({ file_name: z.string().min(1).max(1024) }),
    answer: z.object({ id: z.string(), url: z.url(), expires_at: z.iso.datetime() }).meta({ id: 'UploadV1' }),
    errors: NEW_UPLOAD_ERRORS,
    handle: async ({ caller: { user }, body, request }) => {
      const [container, path] = [await containerOf(user.id), `v1/${submissionIdOf(request)}`];
      const { publicId, address, expiresAt } = await openUpload(user.id, {
        ...{ container, path, file: body.file_name },
      });
      return { id: publicId, url: address, expires_at: expiresAt.toISOString() };
    },
  }),

  operation({
    ...{ id: 'v1.newTranscription', method: 'POST', path: '/v1/transcriptions', tag, access: 'write' },
    example: { body: { upload_id: 'aB4wRnYp1bU2cO8dS3eT0f', title: 'Reunião de pauta', language: 'pt' } },
    status: 201,
    body: newTranscription,
    answer: transcriptionDetail,
    errors: ['api.source-required', ...REGISTRATION_ERRORS],
    handle: async ({ caller: { user }, body, request }) => {
      const { upload_id, source_url, ...about } = body;
      const made = { userId: user.id, submissionId: submissionIdOf(request), ...about };
      if (source_url !== undefined)
        return detailOf(user.id, await registerAddress({ ...made, url: source_url }));
      const uploaded = await assertUploaded(user.id, upload_id!);
      const { publicId } = await finishUpload({ ...made, publicId: uploaded });
      return detailOf(user.id, publicId);
    },
  }),
];
