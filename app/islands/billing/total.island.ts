/** Shows the total price of the selected option (`data-cents`) in the form's `[data-total] output`. */
export default function attach(form: HTMLElement): void {
  const line = form.querySelector<HTMLElement>('[data-total]')!;
  const output = line.querySelector('output')!;
  const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

  function show(): void {
    const choice = form.querySelector<HTMLInputElement>('[type="radio"]:checked');
    const typed = form.querySelector<HTMLInputElement>('[type="number"]')!;
    const cents = choice?.dataset.cents ?? Number(typed.dataset.cents) * Number(typed.value);
    line.hidden = !(Number(cents) > 0 && (choice?.dataset.cents || typed.checkValidity()));
    output.textContent = money.format(Number(cents) / 100);
  }

  form.addEventListener('input', show);
  window.addEventListener('pageshow', show);
  show();
}
