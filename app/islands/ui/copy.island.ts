/** Copy button: copies the text of the field that `data-copies` names. Hidden without JavaScript. */
export default function attach(element: HTMLElement): void {
  const button = element as HTMLButtonElement;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copies!) as HTMLTextAreaElement | HTMLInputElement;
    await navigator.clipboard.writeText(field.defaultValue);
    const status = document.createElement('output');
    status.textContent = button.dataset.doneLabel!;
    button.replaceChildren(status);
  });
}
