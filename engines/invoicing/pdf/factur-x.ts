/** The file name that ZUGFeRD 2 and Factur-X prescribe. */
export const facturXFile = 'factur-x.xml'

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const properties: [name: string, value: string, description: string][] = [
  ['DocumentFileName', facturXFile, 'The name of the embedded XML document'],
  ['DocumentType', 'INVOICE', 'The type of the hybrid document in capital letters, such as INVOICE or ORDER'],
  ['Version', '1.0', 'The version of the standard that the embedded XML document follows'],
  ['ConformanceLevel', 'EN 16931', 'The conformance level of the embedded XML document'],
]

/** PDF/A allows other than its own properties if the document describes them (ISO 19005-3, 6.6.2.3). */
const schema = resource(
  element('pdfaSchema:schema', 'Factur-X PDFA Extension Schema'),
  element('pdfaSchema:namespaceURI', namespace),
  element('pdfaSchema:prefix', 'fx'),
  element(
    'pdfaSchema:property',
    element(
      'rdf:Seq',
      ...properties.map(([name, , description]) =>
        resource(
          element('pdfaProperty:name', name),
          element('pdfaProperty:valueType', 'Text'),
          element('pdfaProperty:category', 'external'),
          element('pdfaProperty:description', description),
        ),
      ),
    ),
  ),
)

const description = `<rdf:Description rdf:about="" xmlns:fx="${namespace}">${properties
  .map(([name, value]) => element(`fx:${name}`, value))
  .join('')}</rdf:Description>`

const schemasStart = '<pdfaExtension:schemas><rdf:Bag>'
const metadataEnd = '</rdf:RDF>'

/**
 * Adds the XMP properties of Factur-X to a PDF/A-3 with the embedded XML document, as an incremental update: its metadata
 * are replaced by another version at the end of the file.
 * @throws Error if Typst writes files in another way than it does now
 */
export function withFacturXMetadata(pdf: Buffer): Buffer {
  const file = pdf.toString('latin1')
  const id = found(/\/Metadata (\d+) 0 R/, file)
  const tableStart = Number(found(/startxref\s+(\d+)\s+%%EOF\s*$/, file))
  const table = file.slice(tableStart)
  const entry = found(new RegExp(`^xref\\s+0 \\d+\\s+(?:\\d{10} \\d{5} [fn]\\s+){${id}}(\\d{10})`), table)
  const object = pdf.subarray(Number(entry), pdf.indexOf('\nendstream', Number(entry)))
  const metadata = object.subarray(object.indexOf('stream\n') + 'stream\n'.length).toString()
  if (!metadata.includes(schemasStart) || !metadata.includes(metadataEnd))
    throw new Error('The metadata of the PDF have an unknown form.')
  const extended = Buffer.from(
    metadata
      .replace(schemasStart, () => schemasStart + schema)
      .replace(metadataEnd, () => description + metadataEnd),
  )
  const start = pdf.length + 1
  const head = `\n${id} 0 obj\n<<\n  /Type /Metadata\n  /Subtype /XML\n  /Length ${extended.length}\n>>\nstream\n`
  const tail = '\nendstream\nendobj\n'
  const trailer = found(/trailer\s+<<([\s\S]*?)>>\s+startxref/, table)
  const xref = [
    'xref',
    `${id} 1`,
    `${String(start).padStart(10, '0')} 00000 n `,
    'trailer',
    `<<${trailer.trimEnd()}`,
    `  /Prev ${tableStart}`,
    '>>',
    'startxref',
    String(pdf.length + head.length + extended.length + tail.length),
    '%%EOF',
  ]
  return Buffer.concat([pdf, Buffer.from(head), extended, Buffer.from(tail + xref.join('\n'))])
}

function found(pattern: RegExp, text: string): string {
  const [, part] = pattern.exec(text) ?? []
  if (part === undefined) throw new Error(`The PDF lacks ${pattern}`)
  return part
}

function element(name: string, ...content: string[]): string {
  return `<${name}>${content.join('')}</${name}>`
}

function resource(...content: string[]): string {
  return `<rdf:li rdf:parseType="Resource">${content.join('')}</rdf:li>`
}
