import type { JobDefinition } from '@/app/services/job/job';
import { sendNotice } from '@/app/services/notice/send-notice.server';

export const notice: JobDefinition<{ transcriptionId: number }> = { name: 'notice', run: sendNotice };
