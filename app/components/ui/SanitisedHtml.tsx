/** HTML that the server sanitised before it showed it. The only place where markup is put into a page as it is. */
export function SanitisedHtml({ html, className }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
