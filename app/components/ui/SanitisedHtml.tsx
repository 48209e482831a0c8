/** HTML that the server sanitised before it kept it. The only place where markup is put into a page as it is. */
export function SanitisedHtml({ html }: { html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
