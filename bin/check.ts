import { lint, pass, tests, types } from './checks';

/** The checks of seconds, for use while editing: types, lint and unit tests. */
process.exit((await pass([types, lint, tests('--project', 'unit', '--reporter=dot')])) ? 0 : 1);
