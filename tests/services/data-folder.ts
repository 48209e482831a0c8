import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

/**
 * Imported before anything of the app, which reads its settings as it is imported: gives this test file a
 * data folder of its own and the models that need no download.
 */
process.env.DATA_DIR = mkdtempSync(path.join(inject('runFolder'), 'data-'));
process.env.SPEECH_MODELS ??= 'demo';
