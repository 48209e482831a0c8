import { z } from 'zod';
import type { AppErrorCode } from './errors';

/** Idempotency key: the hidden field that prevents a form from being processed twice. */
export const submissionId = z.uuid({ error: 'form.malformed' satisfies AppErrorCode });

export const plainSchema = z.object({ submissionId });
