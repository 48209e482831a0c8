/** A button that prints the page, shown by its script. */
export default function attach(element: HTMLElement): void {
  element.hidden = false;
  element.addEventListener('click', () => window.print());
}
