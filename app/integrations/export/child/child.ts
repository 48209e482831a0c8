import type { ExportTask } from './task';

/** Each writer brings a large library along, so only the one that is needed is read. */
async function write(task: ExportTask): Promise<Uint8Array> {
  if ('rich' in task) {
    if (task.format === 'pdf') return (await import('../rich/write-pdf')).writePdf(task.rich);
    return (await import('../rich/write-docx')).writeDocx(task.rich);
  }
  if (task.format === 'pdf') return (await import('../pdf/write-pdf')).writePdf(task.document);
  return (await import('../write-docx')).writeDocx(task.document);
}

process.once('disconnect', () => process.exit(1));
process.once('message', async (task: ExportTask) => {
  const file = await write(task);
  process.send!(file, () => process.disconnect());
});
