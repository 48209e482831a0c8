import sanitizeHtml from 'sanitize-html';

/**
 * Leaves of an advertisement's HTML its text, paragraphs, lists, stress, and links to the web or to an e-mail
 * address. The list is what a note needs and nothing that loads, runs, styles or imitates the page around it.
 */
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

/** A link without a scheme would be one of ours, wherever the advertisement stands. */
function withAbsoluteTarget(tagName: string, { href = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const attribs: sanitizeHtml.Attributes = /^(https?:\/\/|mailto:)/i.test(href) ? { href } : {};
  return { tagName, attribs };
}
