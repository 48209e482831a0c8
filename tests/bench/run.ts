import { endToEnd } from './end-to-end';
import { pageWeights } from './page-weights';
import { uploadMemory } from './upload-memory';

/** Each prints its figures beside those of its peer in the same run. */
const benchmarks: Record<string, () => Promise<void>> = {
  'end-to-end': endToEnd,
  'page-weights': pageWeights,
  'upload-memory': uploadMemory,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown) {
  process.stderr.write(
    `There is no benchmark called ${unknown}; there are ${Object.keys(benchmarks).join(', ')}.\n`,
  );
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : Object.keys(benchmarks)) {
  process.stdout.write(`\n${name}\n`);
  await benchmarks[name]!();
}
process.exit(0);
