import { parsePlainForm, serializePlainForm } from '@/app/domain/document/plain-form';
import { renderHtml } from '@/app/domain/document/render-html';
import type { RichText } from '@/app/domain/document/rich-text';
import { readHtml } from '@/app/services/document/sanitise-document-html.server';

/**
 * Round trips of a document: rendered to HTML, parsed from it, and serialised to the plain form as a text
 * area posts it. All results are equal when nothing is lost.
 */
export function roundTrips(text: RichText): string[] {
  const html = renderHtml(text);
  const form = serializePlainForm(readHtml(html));
  const sent = form.replaceAll('\n', '\r\n');
  return [
    html,
    renderHtml(readHtml(html)),
    renderHtml(parsePlainForm(form)),
    renderHtml(parsePlainForm(sent)),
  ];
}
