import { find, findAll, textsOf } from '../ui/find-part';
import { ANSWER_FORM, LAST_BUTTON } from './needs-answer.contract';

/**
 * While a control is empty or invalid, the submit button is `aria-disabled`: it can be focused, is described by the
 * form's `[hidden]` hint, and a press moves the focus to the control. A radio group lacks an answer until one is
 * chosen.
 */
export default function attach(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  const button = find(form, ANSWER_FORM.button);
  const hint = find(form, ANSWER_FORM.hint);
  const controls = findAll(form, ANSWER_FORM.control);

  const answerOf = ({ name }: HTMLInputElement) => String(new FormData(form).get(name) ?? '').trim();
  const lacking = () => controls.find((control) => answerOf(control) === '' || !control.validity.valid);

  function update(): void {
    hint.hidden = !lacking();
    if (hint.hidden) {
      button.removeAttribute('aria-disabled');
      button.removeAttribute('aria-describedby');
    } else {
      button.setAttribute('aria-disabled', 'true');
      button.setAttribute('aria-describedby', hint.id);
    }
    if (button.matches(LAST_BUTTON.selector)) nameLastStep(button, answerOf(find(form, ANSWER_FORM.control)));
  }

  form.addEventListener('input', update);
  // The browser may fill in the form by itself, also when it goes back to the page.
  form.addEventListener('change', update);
  window.addEventListener('pageshow', update);
  // In the capture phase: other listeners must not see a cancelled submit.
  form.addEventListener(
    'submit',
    (event) => {
      const first = lacking();
      if (event.submitter !== button || !first) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      first.focus();
    },
    { capture: true },
  );
  update();
}

function nameLastStep(button: HTMLButtonElement, answer: string): void {
  const { adds, more, end } = textsOf(button, LAST_BUTTON);
  button.textContent = answer === '' || answer === adds ? more : end;
}
