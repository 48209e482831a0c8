export interface ChosenFile {
  file: File;
  handle?: ReadableHandle;
  durationMs?: number;
  onSent?: () => Promise<void>;
}

/** File handle whose read permission can be requested again later (File System Access API). */
export interface ReadableHandle extends FileSystemFileHandle {
  requestPermission(wanted: { mode: 'read' }): Promise<PermissionState>;
}

type Picker = (options: { multiple: boolean }) => Promise<ReadableHandle[]>;
type ItemWithHandle = DataTransferItem & {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
};

/** Only with a mouse: on a phone the file field's own dialog also offers to record. */
export const canPick = () => 'showOpenFilePicker' in window && matchMedia('(pointer: fine)').matches;

/** Opens the file picker. @returns no files when it was cancelled */
export async function pickFiles(): Promise<ChosenFile[]> {
  const { showOpenFilePicker } = window as unknown as { showOpenFilePicker: Picker };
  const handles = await showOpenFilePicker({ multiple: true }).catch(() => []);
  return Promise.all(handles.map(async (handle) => ({ handle, file: await handle.getFile() })));
}

/** The files of a drop, without its folders. Has to be called synchronously in the event handler. */
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
