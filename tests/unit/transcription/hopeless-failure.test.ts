import { describe, expect, it } from 'vitest';
import { canResend } from '@/app/domain/transcription/hopeless-failure';

describe('sending a recording again', () => {
  const failed = { status: 'failed', errorCode: 'transcription.failed', hasRecording: true } as const;

  it.each([
    [failed, true],
    [{ ...failed, errorCode: 'media.no-speech' }, false],
    [{ ...failed, hasRecording: false }, false],
    [{ ...failed, status: 'stored', errorCode: null }, true],
    [{ ...failed, status: 'succeeded', errorCode: null }, false],
  ] as const)('of %o is offered: %s', (transcription, isOffered) => {
    expect(canResend(transcription)).toBe(isOffered);
  });
});
