import type { JobRun } from '../platform/jobs/job';

export async function attendMeeting(_run: JobRun<{ meetingId: number }>): Promise<void> {}
