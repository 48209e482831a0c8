// Runs the built admin command once for each list of arguments, all in this process, whose start costs more
// than most commands. Prints the outcomes as JSON.

import { pathToFileURL } from 'node:url';
import { buildFolder, readBuilds } from '../../app/config/builds.server.mjs';

const command = pathToFileURL(
  `${buildFolder(process.cwd(), readBuilds(process.cwd()).current)}/node/bin/admin.js`,
).href;
const [listed] = process.argv.slice(2);
const { stdout, stderr } = process;
const print = stdout.write.bind(stdout);
const exit = process.exit.bind(process);

const outcomes = [];
for (const [index, args] of JSON.parse(listed).entries()) {
  const outcome = { code: null, out: '', error: '' };
  const keepAs = (kind) => (text) => {
    outcome[kind] += text;
    return true;
  };
  stdout.write = keepAs('out');
  stderr.write = keepAs('error');
  // The last thing that the command does.
  process.exit = (code) => {
    outcome.code = code;
  };
  process.argv = [process.argv[0], 'admin.js', ...args];
  await import(`${command}?${index}`);
  outcomes.push(outcome);
}
print(JSON.stringify(outcomes), () => exit());
