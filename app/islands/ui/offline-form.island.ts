import { find } from './find-part';
import { OFFLINE_FORM } from './ui.contract';

/** Says in the form that there is no connection, instead of leaving for an error page of the browser. */
export default function attach(form: HTMLElement): void {
  const notice = find(form, OFFLINE_FORM.notice);
  form.addEventListener(
    'submit',
    (event) => {
      notice.hidden = navigator.onLine;
      if (navigator.onLine) return;
      event.preventDefault();
      // Before the islands that take the form for sent.
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
