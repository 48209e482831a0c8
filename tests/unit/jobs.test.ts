import { describe, expect, it } from 'vitest';
import { JOB_NAMES, JOBS, lanesOf, PERIODIC_JOBS, transcriptionOfSubject } from '@/app/domain/jobs';

describe('the job catalogue', () => {
  it('keeps the names that stand in the database', () => {
    expect([...JOB_NAMES].sort()).toEqual([
      ...[
        'align-words',
        'announce-email-change',
        'announce-passkey',
        'announce-personal-token',
        'announce-recovery-codes',
        'announce-refund',
        'attend-meeting',
        'backup',
        'calendar',
        'calendar-notice',
        'cancel-subscription',
        'copy-recording',
        'deliver-webhook',
        'draw-peaks',
      ],
      ...[
        'fetch-address',
        'fetch-video',
        'finish-uploads',
        'follow-dictation',
        'forget-elsewhere',
        'identify-speakers',
        'index-document',
        'index-transcript',
        'late-meetings',
        'ledger-check',
        'meeting-notice',
        'notice',
      ],
      ...[
        'notices',
        'reconcile',
        'remove-files',
        'retention',
        'retry-webhook',
        'revoke-calendar',
        'revoke-subscription',
        'send-invitation',
        'subscriptions',
        'summarize',
        'sweep',
      ],
      ...['sync-payment', 'take-file', 'transcribe', 'update-customer', 'webhook-notice'],
    ]);
  });

  it('keeps the lanes that stand in the database', () => {
    expect(lanesOf(7).sort()).toEqual(['account:7', 'customer:7', 'dictation:7', 'user:7', 'video:7']);
    expect(JOBS['deliver-webhook'].payloadLane({ endpointId: 7 })).toBe('webhook-endpoint:7');
    expect(JOBS.transcribe.lane(7)).toBe(JOBS['identify-speakers'].lane(7));
  });

  it('knows which jobs are periodic', () => {
    expect(PERIODIC_JOBS.map(({ name }) => name)).toEqual([
      ...[
        'notices',
        'retention',
        'sweep',
        'ledger-check',
        'subscriptions',
        'finish-uploads',
        'late-meetings',
        'calendar',
        'reconcile',
        'backup',
      ],
    ]);
  });

  it.each([
    ['transcription:12', 12],
    ['transcription:', null],
    ['video:12', null],
    [null, null],
  ])('reads the transcription of the subject %s', (subject, id) => {
    expect(transcriptionOfSubject(subject)).toBe(id);
  });
});
