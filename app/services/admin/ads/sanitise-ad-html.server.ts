import sanitizeHtml from 'sanitize-html';

/** Allows text, lists, emphasis and links: nothing that loads, runs, styles or imitates the page around. */
export function sanitiseAdHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: withAbsoluteTarget },
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
  }).trim();
}

/** Drops the href of relative links, which would point to our own site. */
function withAbsoluteTarget(tagName: string, { href = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const attribs: sanitizeHtml.Attributes = /^(https?:\/\/|mailto:)/i.test(href) ? { href } : {};
  return { tagName, attribs };
}
