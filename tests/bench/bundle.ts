import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { projectDir } from '@/app/config/env.server';
import { builtScript } from '../support/built';

/**
 * Bundles a script with the options of the build's commands, into the same folder: its child processes are
 * the build's own, and no compiler is measured.
 * @param source path relative to the project's folder
 * @returns path of the bundle
 */
export async function bundleScript(source: string): Promise<string> {
  const bundle = builtScript(source);
  await build({
    absWorkingDir: projectDir,
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  });
  return bundle;
}

/** Bundles a script and imports it into this process. */
export async function importBundled<Module>(source: string): Promise<Module> {
  return import(pathToFileURL(await bundleScript(source)).href);
}
