import { expect, it } from 'vitest';
import { createRouteMatcher } from '@/app/http/offload/match-route';
import { ROUTE_WORK } from '@/app/http/offload/route-work';
import { routeModules } from '@/tests/support/routes';

const names = routeModules().map(({ name }) => name);

const routes = {
  root: { id: 'root', path: '' },
  'routes/shell/app': { id: 'routes/shell/app', parentId: 'root' },
  'routes/transcript/transcript': {
    id: 'routes/transcript/transcript',
    parentId: 'routes/shell/app',
    path: 'transcriptions/:publicId',
  },
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
])('is found for %s like in Remix', (address, work, publicId) => {
  const found = createRouteMatcher(routes as unknown as Parameters<typeof createRouteMatcher>[0])(address);
  expect([found?.work, found?.params.publicId]).toEqual([work, publicId]);
});

it('is null for a path without a route', () => {
  expect(
    createRouteMatcher(routes as unknown as Parameters<typeof createRouteMatcher>[0])('/nowhere'),
  ).toBeNull();
});
