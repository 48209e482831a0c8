import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { branchOf, createRouteTable } from '@/app/http/server/route-table';
import entries from '@/app/routes';
import { routeModules } from '@/tests/support/routes';

type Entry = (typeof entries)[number];
type RouteObject = Parameters<typeof matchRoutes>[0][number];

const idOf = ({ file }: Entry) => file.replace(/\.tsx?$/, '');

/** The table of addresses as Remix builds it. */
function built(children: readonly Entry[], parentId = 'root'): [string, object][] {
  return children.flatMap((entry) => {
    const { path, index, children: inside = [] } = entry;
    const about = { id: idOf(entry), parentId, ...(path && { path }), ...(index && { index }) };
    return [[about.id, about] as [string, object], ...built(inside, about.id)];
  });
}

const routes = Object.fromEntries([
  ['root', { id: 'root', path: '' }],
  ...built(entries),
]) as unknown as ServerBuild['routes'];

const treeOf = (children: readonly Entry[]): RouteObject[] =>
  children.map((entry): RouteObject => {
    const about = { id: idOf(entry), ...(entry.path && { path: entry.path }) };
    return entry.index ? { ...about, index: true } : { ...about, children: treeOf(entry.children ?? []) };
  });
const whole: RouteObject[] = [{ id: 'root', path: '', children: treeOf(entries) }];

const find = createRouteTable(routes);

function expectedFor(path: string) {
  const match = matchRoutes(whole, path)?.at(-1);
  return match ? { id: match.route.id, params: { ...match.params } } : null;
}

const foundFor = (path: string) => {
  const found = find(path);
  return found && { id: found.id, params: { ...found.params } };
};

const addresses = routeModules().flatMap(({ address }) => address ?? []);
const typed = fc.oneof(
  fc.constantFrom('a', 'new', 'status', 'export.pdf', '%2F', '%C3%A9', '%', 'é', '.', ' ', 'x y', 'tools'),
  fc.string({ maxLength: 4 }).map(encodeURIComponent),
);

/** A path of one of the addresses, written in one of many ways, or nearly. */
const paths = fc
  .tuple(
    fc.constantFrom(...addresses),
    fc.array(typed, { minLength: 4, maxLength: 4 }),
    fc.constantFrom('', '/', '//', '/x', '/x/y'),
    fc.constantFrom('as it is', 'upper case', 'escaped', 'doubled'),
  )
  .map(([address, values, end, how]) => {
    let next = 0;
    const path = address.replace(/:\w+|\*/g, () => values[next++ % values.length]!) + end;
    if (how === 'upper case') return path.toUpperCase();
    if (how === 'escaped') return path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    return how === 'doubled' ? `/${path}` : path;
  });

it('finds the route that Remix finds among all', () => {
  fc.assert(
    fc.property(paths, (path) => {
      expect(foundFor(path)).toEqual(expectedFor(path));
    }),
    { numRuns: 150 },
  );
});

it('knows the routes around one', () => {
  expect(branchOf(routes, 'routes/admin/users')).toEqual([
    'root',
    'routes/shell/app',
    'routes/shell/errors',
    'routes/admin/layout',
    'routes/admin/users',
  ]);
});
