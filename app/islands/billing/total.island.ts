import { find, textsOf } from '../ui/find-part';
import { TOTAL_FORM } from './total.contract';

/** Shows the total price of the selected option (`data-cents`) in the form's `[data-total] output`. */
export default function attach(form: HTMLElement): void {
  const line = find(form, TOTAL_FORM.line);
  const output = find(line, TOTAL_FORM.amount);
  const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

  function show(): void {
    const choice = form.querySelector<HTMLInputElement>('[type="radio"]:checked');
    const typed = find(form, TOTAL_FORM.quantity);
    const cents =
      choice?.dataset.cents ?? Number(textsOf(typed, TOTAL_FORM.quantity).cents) * Number(typed.value);
    line.hidden = !(Number(cents) > 0 && (choice?.dataset.cents || typed.checkValidity()));
    output.textContent = money.format(Number(cents) / 100);
  }

  form.addEventListener('input', show);
  window.addEventListener('pageshow', show);
  show();
}
