import { readHtml } from '@/app/services/document/sanitise-document-html.server';

/** Reads a document whose every second letter is slanted; ends with code 0 where the heap was enough. */
const letters = Number(process.argv[2]);
const [paragraph] = readHtml(`<p>${'<em>a</em>a'.repeat(letters / 2)}</p>`);
process.exit(paragraph?.runs.length === letters ? 0 : 2);
