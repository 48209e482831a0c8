import path from 'node:path';
import { inject } from 'vitest';
import { bundleChild } from './bundle-child';

/** Takes the place of the app's `childScript` in tests, which run from the sources. */
export function childScript(source: string): { path: string; execArgv: string[] } {
  return { path: bundleChild(source, path.join(inject('runFolder'), 'bundles')), execArgv: [] };
}
