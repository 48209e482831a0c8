import type { ExportTask } from './task';

/** Each writer brings a large library along, so only the one that is needed is read. */
async function write({ format, document }: ExportTask): Promise<Uint8Array> {
  if (format === 'pdf') return (await import('../pdf/write-pdf')).writePdf(document);
  return (await import('../write-docx')).writeDocx(document);
}

process.once('disconnect', () => process.exit(1));
process.once('message', async (task: ExportTask) => {
  const file = await write(task);
  process.send!(file, () => process.disconnect());
});
