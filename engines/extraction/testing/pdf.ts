import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

type Block = string | { heading: string } | { table: string[][] }

const template = `
#let blocks = (
  heading: text => heading(text),
  table: rows => table(columns: rows.first().len(), ..rows.flatten()),
)
#for (n, page) in json("pages.json").enumerate() {
  if n > 0 { pagebreak() }
  for block in page {
    if type(block) == str { par(block) } else { for (kind, value) in block { blocks.at(kind)(value) } }
  }
}`

let compiler: NodeCompiler | undefined

/** Creates a PDF with these pages. */
export function pdf(pages: (string | Block[])[]): Buffer {
  const folder = import.meta.dirname
  compiler ??= NodeCompiler.create({ workspace: folder })
  const content = pages.map((page) => (typeof page === 'string' ? [page] : page))
  compiler.mapShadow(join(folder, 'pages.json'), Buffer.from(JSON.stringify(content)))
  return compiler.pdf({ mainFileContent: template })
}

/** Returns a PDF that only its password opens. */
export const protectedPdf = (): Promise<Buffer> => readFile(join(import.meta.dirname, 'user-password.pdf'))

/** Returns a PDF that anyone can open, but only a password allows to change. */
export const restrictedPdf = (): Promise<Buffer> => readFile(join(import.meta.dirname, 'owner-password.pdf'))

/** Builds a PDF from the objects after the catalog and the page tree: object 3 is the only page. */
export function pdfOf(objects: (string | Buffer)[]): Buffer {
  const all = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', ...objects]
  const chunks = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = chunks[0]!.length
  all.forEach((object, index) => {
    const chunk = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    places.push(length)
    chunks.push(chunk)
    length += chunk.length
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = all.length + 1
  chunks.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(chunks)
}

export function stream(content: Uint8Array, dictionary = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${dictionary} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
}

/** Creates a page with only an image, as from a scanner. @param grey a byte per point */
export function scannedPdf(width = 100, height = 100, grey = Buffer.alloc(width * height, 200)): Buffer {
  return pdfOf([
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /Im1 5 0 R >> >> >>`,
    stream(Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q`)),
    stream(
      deflateSync(grey),
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
    ),
  ])
}

/** Creates a page whose compressed content expands to `bytes`. */
export function bombPdf(bytes: number): Buffer {
  return pdfOf([
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << >> >>',
    stream(deflateSync(Buffer.alloc(bytes, ' ')), '/Filter /FlateDecode'),
  ])
}

/** Creates a page with lines of text and annotations, each the rest of a dictionary with a rectangle. */
export function annotatedPdf(
  lines: { at: [x: number, y: number]; text: string }[],
  annotations: string[],
): Buffer {
  const content = lines.map(({ at, text }) => `BT /F1 12 Tf ${at.join(' ')} Td (${text}) Tj ET`).join('\n')
  const references = annotations.map((_, n) => `${6 + n} 0 R`).join(' ')
  return pdfOf([
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${references}] >>`,
    stream(Buffer.from(content)),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...annotations.map((one) => `<< /Type /Annot ${one} >>`),
  ])
}
