import { lint, pass, tests, types, unusedExports } from './checks';

/** The checks of half a minute, for use while editing: types, lint, unused exports and unit tests. */
process.exit(
  (await pass([types, lint, unusedExports, tests('--project', 'unit', '--reporter=dot')])) ? 0 : 1,
);
