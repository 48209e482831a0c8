import { settings } from '@/app/config/env.server';
import { fetchPack, reasonOf, totalBytes } from '@/app/integrations/speech/local/fetch-pack.server';
import { readFetchState } from '@/app/integrations/speech/local/fetch-state.server';
import { brokenFiles, isInstalled, removePack } from '@/app/integrations/speech/local/installed-pack.server';
import { type Pack, packDir, packNames, readPack } from '@/app/integrations/speech/local/pack.server';
import { packNameOf } from '@/app/integrations/speech/local/ready-models.server';

const DEFAULT = packNameOf(settings.speechModels);

const USAGE = `usage: npm run models -- list
       npm run models -- fetch|verify|remove [${packNames.join('|')}]   (default: ${DEFAULT})`;

const { dataDir } = settings;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const say = (line: string) => process.stdout.write(`${line}\n`);

async function presence(pack: Pack): Promise<string> {
  if (pack.downloads.length === 0) return 'comes with Celeste';
  if (await isInstalled(pack, dataDir)) return `installed in ${packDir(pack, dataDir)}`;
  const size = `download of ${megabytes(totalBytes(pack))}`;
  const fetch = readFetchState(pack, dataDir);
  if (fetch?.state === 'fetching') return `being fetched, ${percentOf(fetch)} % of a ${size}`;
  return fetch ? `not installed (${fetch.reason}), a ${size}` : `not installed, a ${size}`;
}

const percentOf = (fetch: { doneBytes: number; totalBytes: number }) =>
  Math.floor((100 * fetch.doneBytes) / fetch.totalBytes);

const TRAITS: Record<Pack['recognizer'], string> = {
  nemo_transducer: 'finds the language itself; a time and a confidence for each word',
  whisper: 'writes the language asked for; a time for each phrase, which its words share; no confidence',
};

async function list(): Promise<void> {
  for (const pack of packNames.map(readPack)) {
    say(`${pack.name}: ${pack.model} (${pack.languages.join(' ')}), ${await presence(pack)}`);
    say(`  ${TRAITS[pack.recognizer]}`);
    for (const { part, licence, source } of pack.licences) say(`  ${part}, ${licence}, ${source}`);
  }
}

/** Prints the download's progress, whichever process runs it. */
function showProgress(pack: Pack): NodeJS.Timeout {
  let shown = -1;
  return setInterval(() => {
    const fetch = readFetchState(pack, dataDir);
    if (fetch?.state !== 'fetching' || percentOf(fetch) === shown) return;
    shown = percentOf(fetch);
    say(`${pack.name}: ${shown} % of ${megabytes(fetch.totalBytes)}${shown === 100 ? ', unpacking' : ''}`);
  }, 1000);
}

async function fetch(pack: Pack): Promise<void> {
  if (await isInstalled(pack, dataDir)) {
    say(`${pack.name}: already here`);
    return;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('stopped; the next fetch goes on from here')));
  const progress = showProgress(pack);
  try {
    await fetchPack(pack, { dataDir, mirror: settings.speechModelsUrl, signal: stop.signal });
  } finally {
    clearInterval(progress);
  }
  say(`${pack.name}: installed in ${packDir(pack, dataDir)}`);
}

async function verify(pack: Pack): Promise<void> {
  const broken = await brokenFiles(pack, dataDir);
  if (broken.length > 0) throw new Error(`missing or damaged: ${broken.join(', ')}`);
  say(`${pack.name}: all ${Object.keys(pack.files).length} files are as they should be`);
}

async function remove(pack: Pack): Promise<void> {
  await removePack(pack, dataDir);
  say(`${pack.name}: removed`);
}

const packCommands = { fetch, verify, remove };
const isPackCommand = (name: string): name is keyof typeof packCommands => Object.hasOwn(packCommands, name);

async function main([command, packName = DEFAULT, ...rest]: string[]): Promise<number> {
  const name = packNames.find((known) => known === packName);
  if (command === undefined || command === 'list') {
    await list();
    return 0;
  }
  if (!isPackCommand(command) || !name || rest.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  try {
    await packCommands[command](readPack(name));
    return 0;
  } catch (error) {
    process.stderr.write(`${name}: ${reasonOf(error)}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
