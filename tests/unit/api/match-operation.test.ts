import { describe, expect, it } from 'vitest';
import { createOperationTable } from '@/app/http/api/match-operation';
import { type Method, operation } from '@/app/http/api/operation';

const call = (method: Method, path: string) =>
  operation({ id: `${method} ${path}`, method, path, tag: 'any', access: 'open', handle: async () => null });

const table = createOperationTable([
  call('GET', '/transcription/{crypto}'),
  call('DELETE', '/transcription/{crypto}'),
  call('GET', '/transcription/all'),
  call('PATCH', '/transcription/resend/{crypto}'),
]);

const found = (method: string, path: string) => {
  const match = table.match(method, path);
  return match && [match.operation.id, match.params];
};

describe('the table of operations', () => {
  it.each([
    ['GET', '/transcription/abc', ['GET /transcription/{crypto}', { crypto: 'abc' }]],
    ['GET', '/transcription/a%20b', ['GET /transcription/{crypto}', { crypto: 'a b' }]],
    ['GET', '/transcription/all', ['GET /transcription/all', {}]],
    ['GET', '/transcription/all/', ['GET /transcription/all', {}]],
    ['DELETE', '/transcription/abc/', null],
    ['DELETE', '/transcription/all', ['DELETE /transcription/{crypto}', { crypto: 'all' }]],
    ['PATCH', '/transcription/resend/x', ['PATCH /transcription/resend/{crypto}', { crypto: 'x' }]],
    ['GET', '/transcription', null],
    ['GET', '/transcription/%', null],
    ['GET', '/transcription//', null],
    ['PUT', '/transcription/abc', null],
    ['GET', '/Transcription/abc', null],
  ])('finds %s %s', (method, path, expected) => {
    expect(found(method, path)).toEqual(expected);
  });

  it('tells which methods a path has', () => {
    expect(table.methodsOf('/transcription/abc')).toEqual(['GET', 'DELETE']);
    expect(table.methodsOf('/nowhere')).toEqual([]);
  });
});
