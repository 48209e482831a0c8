import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Compresses the browser's files of a build once, smaller than the server could on each request: FILE.br beside FILE. */
const COMPRESSIBLE = /\.(css|js|svg|wasm|webmanifest)$/;

/** The highest quality would take a minute for the media converter of 32 MB, for a few per cent. */
const LARGE_FILE_BYTES = 1_000_000;
const LARGE_FILE_QUALITY = 5;

const compress = promisify(brotliCompress);

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  const quality = bytes.length > LARGE_FILE_BYTES ? LARGE_FILE_QUALITY : constants.BROTLI_MAX_QUALITY;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const compressed = await compress(bytes, { params });
  if (compressed.length < bytes.length) await writeFile(`${file}.br`, compressed);
}

const [folder = ''] = process.argv.slice(2);
const client = path.join(folder, 'client');
const files = (await readdir(client, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
await Promise.all(files.map((file) => compressFile(path.join(client, file))));
