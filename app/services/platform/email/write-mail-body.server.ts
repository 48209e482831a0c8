import { escapeHtml } from '@/app/domain/format/escape-html';
import { firstName } from '@/app/domain/format/user-name';
import { PRODUCT_NAME } from '@/app/domain/product';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';

/** A part of a body, in the order in which it is read. A string is a paragraph; its line breaks are kept. */
export type MailPart =
  | string
  /** Set apart in large digits, and on a line of its own in the text. */
  | { code: string }
  /** A few lines about what the paragraph above names. */
  | { facts: string[] }
  | { excerpt: string }
  | { entries: { title: string; line: string; address: string | null }[] }
  /** At most one in a mail; its address stands below it, too. */
  | { button: string; address: string };

/** What a mail says. All of it may be hostile: names, titles and texts are those that people typed. */
export interface MailBody {
  language: InterfaceLanguage;
  /** Full name of the person it greets; null greets nobody by name; absent without a greeting. */
  name?: string | null;
  parts: MailPart[];
  /** Why the reader gets it, and how to end that, in the foot. */
  reason: { text: string; address?: string };
}

/** The two halves of a multipart/alternative mail: the same words as plain text and as HTML. */
export function writeMailBody(body: MailBody): { text: string; html: string } {
  const t = translator(body.language, 'email');
  const greeted = greetedName(body.name ?? '');
  const greeting = greeted ? t('greeting', { name: greeted }) : t('greetingNobody');
  const parts = body.name === undefined ? body.parts : [greeting, ...body.parts];
  return {
    text: `${[...parts.map(toText), `-- \n${footOf(body).join('\n')}`].join('\n\n')}\n`,
    html: toPage(body, parts, t('button.address')),
  };
}

/**
 * First name for a greeting; '' for what does not look like one. Anybody may sign up a stranger's address with
 * an advertisement or a web address as the name, which mail programs would make a link.
 */
function greetedName(fullName: string): string {
  const name = firstName(fullName);
  return /^\p{L}[\p{L}\p{M}'’-]{0,29}$/u.test(name) ? name : '';
}

const footOf = ({ reason: { text, address } }: MailBody) => [
  PRODUCT_NAME,
  address ? `${text} ${address}` : text,
];

function toText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return part.code;
  if ('facts' in part) return part.facts.join('\n');
  if ('excerpt' in part) return `> ${part.excerpt}`;
  if ('entries' in part) {
    return part.entries
      .map(({ title, line, address }) => [title, line, address].filter(Boolean).join('\n'))
      .join('\n\n');
  }
  return `${part.button}:\n${part.address}`;
}

/**
 * Mail programs know little: one column of tables, inline styles, no remote files. Where they know
 * `prefers-color-scheme` it has colours of its own; those that invert colours by themselves find dark ink on
 * white, which stays readable.
 */
function toPage({ language, reason }: MailBody, parts: MailPart[], addressLabel: string): string {
  const lang = language === 'pt' ? 'pt-BR' : language;
  return `<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${PRODUCT_NAME}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
.page { background-color: #151b23 !important; }
.ink { color: #e8ecf1 !important; }
.quiet { color: #a9b3c0 !important; }
.accent { color: #85c6ee !important; }
.line { border-color: #36414e !important; }
.button { background-color: #85c6ee !important; }
.label { color: #0f1a24 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#ffffff">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#ffffff">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;table-layout:fixed">
<tr><td class="ink" align="left" style="${FONT};font-size:16px;line-height:1.55;color:#1b2330;overflow-wrap:anywhere">
<p class="accent" style="margin:0 0 28px;font-size:20px;font-weight:600;letter-spacing:-0.01em;color:#0b679c">${PRODUCT_NAME}</p>
${parts.map((part) => toHtml(part, addressLabel)).join('\n')}
<p class="quiet line" style="margin:36px 0 0;padding-top:16px;border-top:1px solid #dde2e8;font-size:13px;line-height:1.5;color:#5a6472">${escapeHtml(reason.text)}${reason.address ? ` ${linkTo(reason.address)}` : ''}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function toHtml(part: MailPart, addressLabel: string): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${withBreaks(part)}</p>`;
  if ('code' in part) {
    return `<p style="margin:0 0 20px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:34px;line-height:1.3;font-weight:600;letter-spacing:0.14em;font-variant-numeric:tabular-nums">${escapeHtml(part.code)}</p>`;
  }
  if ('facts' in part) {
    return `<p class="quiet" style="margin:0 0 16px;font-size:15px;color:#5a6472">${part.facts.map(escapeHtml).join('<br>\n')}</p>`;
  }
  if ('excerpt' in part) {
    return `<blockquote class="line" style="margin:0 0 20px;padding:0 0 0 16px;border-left:3px solid #b9d9ec">${escapeHtml(part.excerpt)}</blockquote>`;
  }
  if ('entries' in part) {
    return `<div style="margin:0 0 20px">${part.entries.map(toEntry).join('\n')}</div>`;
  }
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 12px">
<tr><td class="button" bgcolor="#0b679c" style="background-color:#0b679c;border-radius:8px">
<a class="label" href="${escapeHtml(part.address)}" style="display:inline-block;padding:13px 24px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(part.button)}</a>
</td></tr>
</table>
<p class="quiet" style="margin:0 0 20px;font-size:13px;line-height:1.5;color:#5a6472">${escapeHtml(addressLabel)}<br>
${linkTo(part.address)}</p>`;
}

function toEntry({ title, line, address }: { title: string; line: string; address: string | null }): string {
  const name = address ? linkTo(address, title) : escapeHtml(title);
  return `<p class="line" style="margin:0;padding:12px 0;border-top:1px solid #dde2e8"><span style="font-weight:600">${name}</span><br>
<span class="quiet" style="font-size:15px;color:#5a6472">${escapeHtml(line)}</span></p>`;
}

const linkTo = (address: string, label = address) =>
  `<a class="accent" href="${escapeHtml(address)}" style="color:#0b679c">${escapeHtml(label)}</a>`;

const withBreaks = (text: string) => escapeHtml(text).replaceAll('\n', '<br>\n');
