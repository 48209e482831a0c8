import { formatKeyName, keyNameOf } from '@/app/domain/transcript/player-settings';

/** Keys that go on moving the focus, closing the dialog and sending the form. */
const LEFT_ALONE = ['Tab', 'Escape', 'Enter'];

/** Puts the name of the pressed key into the field. Backspace and Delete empty it. */
export default function attach(element: HTMLElement): void {
  const field = element as HTMLInputElement;
  field.addEventListener('keydown', (event) => {
    const name = event.isComposing ? null : keyNameOf(event);
    if (name === null || LEFT_ALONE.includes(event.key)) return;
    event.preventDefault();
    field.value = name === 'Backspace' || name === 'Delete' ? '' : formatKeyName(name);
    // Screen readers tell what is selected, not what a script changes.
    field.select();
  });
}
