import path from 'node:path';

export const sampleFile = path.resolve(import.meta.dirname, '../../../public/sample/reuniao.wav');
