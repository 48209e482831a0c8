import { alignment } from './alignment';
import { api } from './api';
import { apiMemory } from './api-memory';
import { calendar } from './calendar';
import { calibration } from './calibration';
import { document } from './document';
import { documentOpening } from './document-opening';
import { editor } from './editor';
import { endToEnd } from './end-to-end';
import { exports } from './exports';
import { ledger } from './ledger';
import { library } from './library';
import { loginResponseTimes } from './login-response-times';
import { loop } from './loop';
import { meetings } from './meetings';
import { movements } from './movements';
import { pageWeights } from './page-weights';
import { pages } from './pages';
import { queue } from './queue';
import { scaling } from './scaling';
import { search } from './search';
import { slowConnection } from './slow-connection';
import { speakers } from './speakers';
import { speech } from './speech';
import { uploadMemory } from './upload-memory';
import { writtenText } from './written-text';

/** Parses the size of a benchmark that can run on less: `library=50000`. */
const sized = (benchmark: (size?: number) => Promise<void>) => (given?: string) =>
  benchmark(given === undefined ? undefined : Number(given));

/** Each prints its figures beside those of its baseline in the same run. */
const benchmarks: Record<string, (given?: string) => Promise<void>> = {
  alignment: sized(alignment),
  api: sized(api),
  'api-memory': sized(apiMemory),
  calendar: sized(calendar),
  calibration: sized(calibration),
  document: sized(document),
  'document-opening': sized(documentOpening),
  editor: sized(editor),
  'end-to-end': sized(endToEnd),
  exports: sized(exports),
  ledger: sized(ledger),
  library: sized(library),
  'login-answers': sized(loginResponseTimes),
  loop: sized(loop),
  meetings: sized(meetings),
  movements: sized(movements),
  'page-weights': sized(pageWeights),
  pages: sized(pages),
  queue: sized(queue),
  scaling: sized(scaling),
  search: sized(search),
  'slow-line': sized(slowConnection),
  speakers: sized(speakers),
  speech,
  'upload-memory': sized(uploadMemory),
  'written-text': writtenText,
};

const asked = process.argv.slice(2).map((argument) => {
  const [name = ''] = argument.split('=', 1);
  return { name, given: argument === name ? undefined : argument.slice(name.length + 1) };
});
const unknown = asked.find(({ name }) => !Object.hasOwn(benchmarks, name));
if (unknown) {
  process.stderr.write(
    `There is no benchmark called ${unknown.name}; there are ${Object.keys(benchmarks).join(', ')}.\n`,
  );
  process.exit(1);
}
const all = Object.keys(benchmarks).map((name) => ({ name, given: undefined }));
for (const { name, given } of asked.length > 0 ? asked : all) {
  process.stdout.write(`\n${name}\n`);
  await benchmarks[name]!(given);
}
process.exit(0);
