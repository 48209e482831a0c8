import { find, textsOf } from '../ui/find-part';
import { PASSKEY } from './account.contract';

/** Whether the browser has WebAuthn with its JSON (Level 3). */
export const hasPasskeys = () =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Asks the device by `ask` when the form is sent, and sends its answer in place of it; or says what failed. */
export function sendAnswer(form: HTMLFormElement, ask: () => Promise<Credential | null>): void {
  const button = find(form, PASSKEY.button);
  const answer = find(form, PASSKEY.answer);
  const problem = find(form, PASSKEY.problem);
  const texts = textsOf(problem, PASSKEY.problem);
  let isUnderway = false;

  async function start(): Promise<void> {
    if (isUnderway) return;
    isUnderway = true;
    problem.textContent = '';
    try {
      answer.value = JSON.stringify(await ask());
      form.submit();
    } catch (error) {
      problem.textContent = texts[problemOf(error)];
    }
    isUnderway = false;
  }

  button.addEventListener('click', () => void start());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void start();
  });
  button.hidden = false;
}

/** The names that WebAuthn gives its errors: also a device without a passkey is 'NotAllowedError'. */
function problemOf(error: unknown): 'cancelled' | 'taken' | 'failed' {
  if (!(error instanceof DOMException)) return 'failed';
  if (error.name === 'NotAllowedError') return 'cancelled';
  return error.name === 'InvalidStateError' ? 'taken' : 'failed';
}
