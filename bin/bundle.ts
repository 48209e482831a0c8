import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { projectDir } from '@/app/config/env.server';

/**
 * Bundles commands and child processes into the folder of a build, each to the same path below its folder
 * `node`; packages stay external.
 */
const [folder = ''] = process.argv.slice(2);
const commands = (await readdir(path.join(projectDir, 'bin')))
  .filter((file) => file.endsWith('.ts') && !['bundle.ts', 'compress.ts', 'dev.ts', 'test.ts'].includes(file))
  .map((file) => `bin/${file}`);
const children = [
  'app/http/offload/child.ts',
  'app/integrations/media/libav/child.ts',
  'app/integrations/meeting-bot/meet/child.ts',
  'app/integrations/speech/local/child.ts',
  'app/services/upload/import/child.ts',
];

await build({
  absWorkingDir: projectDir,
  entryPoints: [...commands, ...children],
  outbase: '.',
  outdir: path.join(folder, 'node'),
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
});
