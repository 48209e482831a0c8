/** Renders HTML that the server sanitised. The only place that inserts raw markup into a page. */
export function SanitisedHtml({ html, className }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
