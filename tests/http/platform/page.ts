/** The visible text of some markup, on one line. */
export function textOf(markup: string): string {
  return unescaped(markup.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The page's content, without the app shell. */
export function mainOf(page: string): string {
  return /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? '';
}

/** The value of a text field. */
export function typedIn(page: string, field: string): string {
  return unescaped(/ value="([^"]*)"/.exec(tagOf(page, field))?.[1] ?? '');
}

/** The error of a field; null unless the field itself refers to it by id. */
export function messageBeside(page: string, field: string): string | null {
  const describedBy = / aria-describedby="([^"]*)"/.exec(tagOf(page, field))?.[1]?.split(' ') ?? [];
  if (!describedBy.includes(`${field}-error`)) return null;
  return textOf(new RegExp(`<p id="${field}-error"[^>]*>(.*?)</p>`).exec(page)?.[1] ?? '');
}

/** The error summary at the top of a form. */
export function summaryOf(page: string): string {
  return textOf(/<div[^>]* role="alert"[^>]*>.*?<\/div>/.exec(page)?.[0] ?? '');
}

export function linksOf(page: string): string[] {
  return [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => unescaped(href!));
}

const tagOf = (page: string, field: string) =>
  new RegExp(`<(?:input|select|textarea)[^>]* id="${field}"[^>]*>`).exec(page)?.[0] ?? '';

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
