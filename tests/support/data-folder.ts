import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

/**
 * Runs before the app is imported, which reads its settings then: sets a data folder for this process, and the
 * models that need no download.
 */
if (!process.env.DATA_DIR?.startsWith(inject('runFolder'))) {
  process.env.DATA_DIR = mkdtempSync(path.join(inject('runFolder'), 'data-'));
}
process.env.SPEECH_MODELS ??= 'demo';

/** Sequelize reads the stack of a new error here for each query; Vitest would map every line to its source. */
const EACH_QUERY = /sequelize\/lib\/dialects\/sqlite\/query\.js$/;
const mapToSources = Error.prepareStackTrace;
Error.prepareStackTrace = (error, frames) =>
  EACH_QUERY.test(frames[0]?.getFileName() ?? '')
    ? [error, ...frames].join('\n    at ')
    : mapToSources?.(error, frames);
