import PDFDocument from 'pdfkit';

/** Declares conformance to PDF/UA-1 in the metadata (ISO 14289-1, 5). */
const PDF_UA = `
        <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>`;

/** A PDF with structure, for screen readers. All of its content has to be marked, as structure or as artifact. */
export class TaggedPdf extends PDFDocument {
  constructor(options: PDFKit.PDFDocumentOptions) {
    super({ ...options, pdfVersion: '1.7', tagged: true, displayTitle: true });
  }

  /** pdfkit writes the title into the XML metadata as it is, so that it is escaped here; the rest is written. */
  override endMetadata(): void {
    this.appendXML(PDF_UA);
    const { Title = '', ...info } = this.info;
    this.info = { ...info, Title: escapeXml(Title) };
    super.endMetadata();
  }
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
