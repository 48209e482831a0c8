import { describe, expect, it } from 'vitest';
import { newTranscription } from '@/app/domain/api/v1/transcriptions';

const fieldsOf = (source_url: string) =>
  newTranscription.safeParse({ source_url }).error?.issues.map(({ path }) => path);

describe('the address of a new transcription', () => {
  it.each(['https://example.com/a.wav', 'http://example.com:8080/a%20b.wav?sig=1'])(
    'may be %s',
    (address) => {
      expect(fieldsOf(address)).toBeUndefined();
    },
  );

  it.each([
    'file:///etc/passwd',
    'http://ana:segredo@example.com/a.wav',
    'http://ana@example.com/a.wav',
    'https://example.com/a\n.wav',
    'https://example.com/a\u0000.wav',
    'https:\\\\example.com/a.wav',
  ])('is refused at its field where it is %j', (address) => {
    expect(fieldsOf(address)).toContainEqual(['source_url']);
  });
});
