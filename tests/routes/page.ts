/** What a reader sees of some markup, on one line. */
export function textOf(markup: string): string {
  return unescaped(markup.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The page's own part, without the frame around it. */
export function mainOf(page: string): string {
  return /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? '';
}

/** What stands in a text field. */
export function typedIn(page: string, field: string): string {
  return unescaped(/ value="([^"]*)"/.exec(tagOf(page, field))?.[1] ?? '');
}

/** The message beside a field; null unless the field itself refers to it. */
export function messageBeside(page: string, field: string): string | null {
  const describedBy = / aria-describedby="([^"]*)"/.exec(tagOf(page, field))?.[1]?.split(' ') ?? [];
  if (!describedBy.includes(`${field}-error`)) return null;
  return textOf(new RegExp(`<p id="${field}-error"[^>]*>(.*?)</p>`).exec(page)?.[1] ?? '');
}

/** What is said about a form as a whole, at its top. */
export function summaryOf(page: string): string {
  return textOf(/<div[^>]* role="alert"[^>]*>.*?<\/div>/.exec(page)?.[0] ?? '');
}

/** Addresses of a page's links. */
export function linksOf(page: string): string[] {
  return [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => unescaped(href!));
}

const tagOf = (page: string, field: string) =>
  new RegExp(`<(?:input|select)[^>]* id="${field}"[^>]*>`).exec(page)?.[0] ?? '';

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
