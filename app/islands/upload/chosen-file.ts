/** A file to send, with the browser's own way back to it where it gives one. */
export interface ChosenFile {
  file: File;
  handle?: ReadableHandle;
  /** Where it is known before the file is read. */
  durationMs?: number;
  /** Called when the server has all of it. */
  onSent?: () => Promise<void>;
}

/** A file of the disk that a page may ask for again later, as some browsers give it. */
export interface ReadableHandle extends FileSystemFileHandle {
  requestPermission(wanted: { mode: 'read' }): Promise<PermissionState>;
}

type Picker = (options: { multiple: boolean }) => Promise<ReadableHandle[]>;
type ItemWithHandle = DataTransferItem & {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
};

/** Where it is better than the file field's own dialog: on a phone that one offers to record, too. */
export const canPick = () => 'showOpenFilePicker' in window && matchMedia('(pointer: fine)').matches;

/** Lets a person choose files. @returns none when they closed the dialog */
export async function pickFiles(): Promise<ChosenFile[]> {
  const { showOpenFilePicker } = window as unknown as { showOpenFilePicker: Picker };
  const handles = await showOpenFilePicker({ multiple: true }).catch(() => []);
  return Promise.all(handles.map(async (handle) => ({ handle, file: await handle.getFile() })));
}

/** The files of a drop, without its folders. Has to be called while the event is handled. */
export function droppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  const dropped = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item: ItemWithHandle) => ({
      file: item.getAsFile(),
      handle: item.getAsFileSystemHandle?.().catch(() => null),
    }));
  return Promise.all(
    dropped.map(async ({ file, handle }) => {
      const found = await handle;
      if (found?.kind === 'directory' || !file) return [];
      return [found ? { file, handle: found as ReadableHandle } : { file }];
    }),
  ).then((files) => files.flat());
}
