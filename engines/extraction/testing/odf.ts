import { strToU8, zipSync } from 'fflate'
import { head } from './package.ts'

const namespaces = ['office', 'text', 'table', 'draw', 'presentation', 'style', 'meta']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

interface OpenDocument {
  body: string
  styles?: string
  manifest?: string
}

/** Creates a file of OpenDocument. List style `L1` has bullets, `L2` numbers. */
export function odf(
  kind: 'text' | 'presentation' | 'spreadsheet',
  { body, styles = '', manifest = '' }: OpenDocument,
): Uint8Array {
  const lists =
    '<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style><text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>'
  const content = `${head}<office:document-content ${namespaces} xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:automatic-styles>${lists}${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`
  return zipSync({
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
    'content.xml': strToU8(content),
    'META-INF/manifest.xml': strToU8(`${head}<manifest:manifest>${manifest}</manifest:manifest>`),
  })
}
