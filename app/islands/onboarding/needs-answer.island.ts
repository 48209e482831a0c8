import { find } from '../ui/find-part';
import { ANSWER_FORM } from './needs-answer.contract';

/**
 * While the first control is empty or does not match its `pattern`, the submit button is `aria-disabled`: it
 * can be focused, is described by the form's `[hidden]` hint, and a press moves the focus to the control.
 */
export default function attach(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  const button = find(form, ANSWER_FORM.button);
  const hint = find(form, ANSWER_FORM.hint);
  const control = find(form, ANSWER_FORM.control);

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
  // In the capture phase: other listeners must not see a cancelled submit.
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
