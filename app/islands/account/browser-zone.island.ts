/** Fills in the browser's time zone. */
export default function attach(element: HTMLElement): void {
  (element as HTMLInputElement).value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
