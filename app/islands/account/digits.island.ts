/** Removes everything but digits from typed or pasted text: 'Código: 123 456' becomes '123456'. */
export default function attach(element: HTMLElement): void {
  const field = element as HTMLInputElement;
  field.addEventListener('input', () => {
    const digits = field.value.replace(/\D/g, '');
    if (digits !== field.value) field.value = digits;
  });
}
