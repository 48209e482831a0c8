/**
 * The upload form with scripts: several files at once, chosen or dropped, are summed up in a card that sends
 * them in pieces. The card is fetched when files are there; without it the form works as it is.
 */
export default function attach(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  const input = form.querySelector<HTMLInputElement>('input[type="file"]')!;
  input.multiple = true;

  const open = async (files: FileList | null) => {
    if (!files?.length) return;
    const chosen = [...files];
    const { openCard } = await import('./upload/card');
    await openCard(form, chosen);
  };
  // A card that does not come leaves the form, which sends one file.
  input.addEventListener('change', () => void open(input.files).catch(() => undefined));

  const zone = form.parentElement!;
  zone.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  zone.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.files.length || form.hidden) return;
    event.preventDefault();
    void open(event.dataTransfer.files).catch(() => undefined);
  });
}
