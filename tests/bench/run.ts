import { document } from './document';
import { editor } from './editor';
import { endToEnd } from './end-to-end';
import { exports } from './exports';
import { ledger } from './ledger';
import { library } from './library';
import { loginAnswers } from './login-answers';
import { pageWeights } from './page-weights';
import { slowLine } from './slow-line';
import { uploadMemory } from './upload-memory';

/**
 * Each prints its figures beside those of its peer in the same run. One that can be tried on less takes how
 * much: `library=50000`.
 */
const benchmarks: Record<string, (size?: number) => Promise<void>> = {
  document,
  editor,
  'end-to-end': endToEnd,
  exports,
  ledger,
  library,
  'login-answers': loginAnswers,
  'page-weights': pageWeights,
  'slow-line': slowLine,
  'upload-memory': uploadMemory,
};

const asked = process.argv.slice(2).map((argument) => {
  const [name = '', size] = argument.split('=');
  return { name, size: size === undefined ? undefined : Number(size) };
});
const unknown = asked.find(({ name }) => !Object.hasOwn(benchmarks, name));
if (unknown) {
  process.stderr.write(
    `There is no benchmark called ${unknown.name}; there are ${Object.keys(benchmarks).join(', ')}.\n`,
  );
  process.exit(1);
}
const all = Object.keys(benchmarks).map((name) => ({ name, size: undefined }));
for (const { name, size } of asked.length > 0 ? asked : all) {
  process.stdout.write(`\n${name}\n`);
  await benchmarks[name]!(size);
}
process.exit(0);
