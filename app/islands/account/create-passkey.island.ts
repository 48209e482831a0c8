import { find, textsOf } from '../ui/find-part';
import { PASSKEY } from './account.contract';
import { hasPasskeys, sendAnswer } from './passkey-form';

/** Makes a passkey on a device and sends its public half with the form. */
export default function attach(element: HTMLElement): void {
  if (!hasPasskeys()) {
    const problem = find(element, PASSKEY.problem);
    problem.textContent = textsOf(problem, PASSKEY.problem).unsupported;
    return;
  }
  const options = JSON.parse(
    find(element, PASSKEY.answer).dataset.options ?? '',
  ) as PublicKeyCredentialCreationOptionsJSON;
  sendAnswer(element as HTMLFormElement, () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}
