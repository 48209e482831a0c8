import { expect, it } from 'vitest';
import { createRouteMatcher } from '@/app/http/offload/match-route';
import { ROUTE_WORK } from '@/app/http/offload/route-work';
import { routeModules } from '@/tests/support/routes';

const names = routeModules().map(({ name }) => name);

const routes = {
  root: { id: 'root', path: '' },
  'routes/shell/index': { id: 'routes/shell/index', parentId: 'root', index: true },
  'routes/shell/app': { id: 'routes/shell/app', parentId: 'root' },
  'routes/transcript/transcript': {
    id: 'routes/transcript/transcript',
    parentId: 'routes/shell/app',
    path: 'transcriptions/:publicId',
  },
  'routes/api/api': { id: 'routes/api/api', parentId: 'root', path: 'api/*' },
  'routes/billing/movements': { id: 'routes/billing/movements', parentId: 'root', path: 'wallet/movements' },
};

it('lists every route, and no other', () => {
  expect(Object.keys(ROUTE_WORK).sort()).toEqual(names.sort());
});

it.each([
  ['/transcriptions/abc', 'transcript', 'abc'],
  ['/Transcriptions/abc', 'transcript', 'abc'],
  ['/%74ranscriptions/abc', 'transcript', 'abc'],
  ['/transcriptions/abc/', 'transcript', 'abc'],
  ['/transcriptions/abc.data', 'transcript', 'abc'],
  ['/wallet/movements', 'download', undefined],
  ['/api/transcription/abc', 'json', 'abc'],
  ['/api/%74ranscription/%61bc/', 'json', 'abc'],
  ['/api/transcription/abc.data', 'json', 'abc.data'],
  ['/api/transcription/all', 'light', undefined],
  ['/api/transcription/cards-all/', 'light', undefined],
  ['/api/transcription/content/update', 'writes', undefined],
  ['/api/export/pdf/transcription/abc', 'long', 'abc'],
  ['/api/document/abc', 'document', 'abc'],
  ['/api/wallet/balance', 'light', undefined],
])('is found for %s like in Remix', (address, work, publicId) => {
  const found = createRouteMatcher(routes as unknown as Parameters<typeof createRouteMatcher>[0])(address);
  expect([found?.work, found?.params.publicId]).toEqual([work, publicId]);
});

it.each([
  ['/transcriptions/abc.data', '/transcriptions/:publicId'],
  ['/', '/'],
  ['/api/transcription/abc', '/api/transcription/{publicId}'],
  ['/api/wallet/balance', '/api/*'],
])('has a pattern for metrics, without what is in its place: %s', (address, pattern) => {
  const found = createRouteMatcher(routes as unknown as Parameters<typeof createRouteMatcher>[0])(address);
  expect(found?.pattern).toBe(pattern);
});

it('is null for a path without a route', () => {
  expect(
    createRouteMatcher(routes as unknown as Parameters<typeof createRouteMatcher>[0])('/nowhere'),
  ).toBeNull();
});

it('names the account of a call by its token, and its text by its kind', () => {
  const routeOf = createRouteMatcher(routes as unknown as Parameters<typeof createRouteMatcher>[0]);
  expect(routeOf('/api/document/abc')).toMatchObject({ isApi: true, text: 'document' });
  expect(routeOf('/api/transcription/abc')).toMatchObject({ isApi: true, text: 'transcript' });
  expect(routeOf('/transcriptions/abc')).toMatchObject({ isApi: false, text: 'transcript' });
});
