import { describe, expect, it } from 'vitest';
import { CodeForm } from '@/app/components/account/CodeForm';
import { LoginForm } from '@/app/components/account/LoginForm';
import { UploadForm } from '@/app/components/upload/UploadForm';
import { render, textOf } from '@/tests/support/render';

const page = { providers: [], search: '', isSignUpClosed: false, hasPasskeys: false };

/** Names of a form's fields, in order. */
const postedNames = (form: string) =>
  [...form.matchAll(/<(?:input|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name);

describe('a form with validation errors', () => {
  it('keeps what was typed, with the message beside the field and at the top', async () => {
    const problem = { values: { email: '"><b>' }, errors: { email: 'Mensagem.' } };
    const markup = await render(<LoginForm {...page} />, { problem });
    expect(markup).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(markup).toMatch(/<input[^>]*aria-describedby="email-error"/);
    expect(markup).toMatch(/<p id="email-error"[^>]*>.*?Mensagem\.<\/p>/);
    expect(markup).toContain('<a href="#email">Mensagem.</a>');
  });

  it('has no summary without errors', async () => {
    const markup = await render(<LoginForm {...page} />);
    expect(markup).not.toContain('role="alert"');
  });
});

describe('the code form', () => {
  it('posts different intents to verify and resend, each with its own idempotency key', async () => {
    const markup = await render(
      <CodeForm resendInSeconds={0} email="ana@exemplo.com.br" otherEmailHref="/login" />,
    );
    const forms = markup.split('</form>');
    expect(postedNames(forms[0]!)).toEqual(['submissionId', 'intent', 'code']);
    expect(forms[0]).toContain('value="verify"');
    expect(postedNames(forms[1]!)).toEqual(['submissionId', 'intent']);
    expect(forms[1]).toContain('value="resend"');
    expect(new Set(markup.match(/name="submissionId" value="[^"]+"/g)).size).toBe(2);
  });
});

describe('the upload form', () => {
  const upload = (isTrial: boolean, missingHours: number | null = null) =>
    render(<UploadForm limits={{ maxFileBytes: 5 * 1024 ** 3, maxFileMs: 36_000_000, isTrial }} />, {
      ...(missingHours && { problem: { params: { hours: missingHours } } }),
    });

  it('sends the file after everything else', async () => {
    expect(postedNames(await upload(true))).toEqual([
      ...['submissionId', 'intent', 'language', 'speakers', 'file'],
    ]);
  });

  it('offers the hours that are missing for the rejected file', async () => {
    expect(await upload(true, 2)).toContain(
      '<a href="/wallet?hours=2#credits-title">Comprar as 2 horas que faltam</a>',
    );
    expect(await upload(true)).not.toContain('/wallet');
  });

  it('shows its limits, the trial’s only during the trial', async () => {
    expect(textOf(await upload(true))).toContain(
      'Até 5 GB e 10 h de duração. No período de teste, até 30 min por arquivo.',
    );
    expect(textOf(await upload(false))).not.toContain('período de teste');
  });
});
