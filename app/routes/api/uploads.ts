import { z } from 'zod';
import { statusOf, transcriptionStatus } from '@/app/domain/api/transcriptions';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { videoLinkSchema } from '@/app/domain/transcription/video-link';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { uploadBody } from '@/app/http/forms/request-body.server';
import { mayFetchVideos } from '@/app/services/admin/may-fetch-videos.server';
import { registerVideo } from '@/app/services/transcription/video/register-video.server';
import { findUploadByPath, openUpload } from '@/app/services/upload/api-upload.server';
import { finishUpload } from '@/app/services/upload/finish-upload.server';
import { receiveWhole } from '@/app/services/upload/receive-whole.server';

const name = z.string().trim().min(1).max(255);
const language = z.enum(RECORDING_LANGUAGES);
const registered = z.object({
  data: z.object({ crypto: z.string(), transcription_status: transcriptionStatus }),
});

/** Of a call that prepares an upload. */
export const NEW_UPLOAD_ERRORS: AppErrorCode[] = [
  'transcription.already-stored',
  'media.name-invalid',
  'media.unsupported',
  'upload.too-many',
  'account.login-required',
];

/** Of a call that makes a transcription of an uploaded file. */
export const REGISTRATION_ERRORS: AppErrorCode[] = [
  'upload.not-found',
  'upload.incomplete',
  'media.unsupported',
  'media.invalid',
  'media.no-audio',
  'media.not-checked',
  'media.too-large',
  'media.too-long',
  'wallet.trial-file-too-long',
  'wallet.month-used-up',
  'transcription.already-stored',
  'account.login-required',
];

export const uploads = [
  operation({
    id: 'uploadAddress',
    method: 'POST',
    path: '/transcription/sas',
    tag: 'upload',
    access: 'write',
    body: z.object({
      container: z.string().min(1).max(64),
      path: z.string().max(1024),
      file: z.string().min(1).max(1024),
    }),
    answer: z.object({ data: z.url() }),
    errors: ['upload.not-found', ...NEW_UPLOAD_ERRORS],
    example: { body: { container: 'Zk3vQmXo0aT1bN7cR2dS9e', path: 'audio', file: 'fala.wav' } },
    handle: async ({ caller: { user }, body }) => {
      const { address } = await openUpload(user.id, body);
      return { data: address };
    },
  }),
  operation({
    id: 'uploadFile',
    method: 'PUT',
    path: '/uploads/{publicId}',
    tag: 'upload',
    access: 'open',
    status: 201,
    query: z.object({ container: z.string(), expires: z.string(), signature: z.string() }),
    errors: [
      'upload.not-found',
      'media.invalid',
      'media.too-large',
      'upload.too-many',
      'upload.incomplete',
      'form.too-slow',
      'storage.full',
    ],
    example: {
      params: { publicId: 'aB4wRnYp1bU2cO8dS3eT0f' },
      query: { container: 'Zk3vQmXo0aT1bN7cR2dS9e', expires: '1796000000', signature: 'b3f0' },
    },
    handle: async ({ request, params, query }) => {
      const sizeBytes = Number(request.headers.get('Content-Length') ?? 0);
      await receiveWhole({ ...query, publicId: params.publicId! }, uploadBody(request), sizeBytes);
      return null;
    },
  }),
  operation({
    id: 'transcriptionRegister',
    method: 'POST',
    path: '/transcription',
    tag: 'upload',
    access: 'write',
    status: 201,
    body: z.object({
      name,
      fileName: z.string().max(1024).optional(),
      fileLanguage: language,
      fileDuration: z.union([z.number(), z.string()]).optional(),
      fileFormat: z.string().max(255).optional(),
      filePath: z.string().min(1).max(4096),
    }),
    answer: registered,
    errors: REGISTRATION_ERRORS,
    example: { body: { name: 'Reunião', fileLanguage: 'pt', filePath: 'audio/fala.wav' } },
    handle: async ({ request, caller: { user }, body }) => {
      const { publicId, status } = await finishUpload({
        userId: user.id,
        publicId: await findUploadByPath(user.id, body.filePath),
        submissionId: submissionIdOf(request),
        language: body.fileLanguage,
        title: body.name,
      });
      return { data: { crypto: publicId, transcription_status: statusOf(status) } };
    },
  }),
  operation({
    id: 'transcriptionYoutube',
    method: 'POST',
    path: '/transcription/youtube',
    tag: 'upload',
    access: 'write',
    status: 201,
    body: z.object({
      user_crypto: z.string(),
      name,
      file_name: z.string().max(1024).optional(),
      file_language: language,
      youtube_url: videoLinkSchema.shape.url,
    }),
    answer: registered,
    errors: [
      'api.not-found',
      'video.not-found',
      'video.unreachable',
      'account.login-required',
      'storage.full',
    ],
    example: {
      body: {
        ...{ user_crypto: 'Zk3vQmXo0aT1bN7cR2dS9e', name: 'Entrevista', file_language: 'pt' },
        youtube_url: 'https://youtu.be/abcdefghijk',
      },
    },
    handle: async ({ request, caller: { user }, body }) => {
      const isOwn = body.user_crypto === user.publicId;
      if (!isOwn || !(await mayFetchVideos(user))) throw new AppError('api.not-found');
      const { publicId } = await registerVideo({
        userId: user.id,
        submissionId: submissionIdOf(request),
        videoId: body.youtube_url,
        language: body.file_language,
        title: body.name,
      });
      return { data: { crypto: publicId, transcription_status: 'pending' as const } };
    },
  }),
];
