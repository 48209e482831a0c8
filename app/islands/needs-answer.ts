/**
 * Marks a form's first button as not yet to be pressed while nothing is chosen or typed, or something that does
 * not look as its `pattern` wants. It can still be reached,
 * says why (`[hidden]` text of the form), and leads to the first control.
 */
export default function attach(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')!;
  const hint = form.querySelector<HTMLElement>('p[hidden]')!;
  const control = form.querySelector<HTMLInputElement>('input:not([type="hidden"])')!;

  const isAnswered = () =>
    String(new FormData(form).get(control.name) ?? '').trim() !== '' && !control.validity.patternMismatch;

  function update(): void {
    hint.hidden = isAnswered();
    if (hint.hidden) {
      button.removeAttribute('aria-disabled');
      button.removeAttribute('aria-describedby');
    } else {
      button.setAttribute('aria-disabled', 'true');
      button.setAttribute('aria-describedby', hint.id);
    }
  }

  form.addEventListener('input', update);
  // Before others see a post that is not to be.
  form.addEventListener(
    'submit',
    (event) => {
      if (event.submitter !== button || isAnswered()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      control.focus();
    },
    { capture: true },
  );
  update();
}
