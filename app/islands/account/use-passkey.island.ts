import { hasPasskeys, sendAnswer } from './passkey-form';

/** Shows the form that signs in by a passkey, where the browser can. */
export default function attach(element: HTMLElement): void {
  if (!hasPasskeys()) return;
  sendAnswer(element as HTMLFormElement, async () => {
    const answered = await fetch('/login/passkey/options');
    const options = (await answered.json()) as PublicKeyCredentialRequestOptionsJSON;
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  });
  element.hidden = false;
}
