import { deflateSync } from 'node:zlib'
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'

/** Creates a PDF with these pages. */
export async function pdf(pages: Content[], protection: Partial<TDocumentDefinitions> = {}): Promise<Buffer> {
  // The settings of pdfmake are global, and its built-in fonts count as files.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((name: string) => name.startsWith('Helvetica'))
  pdfmake.setFonts({ Helvetica: { normal: 'Helvetica' } })
  const content = pages.map((page, index) => ({
    stack: [page],
    ...(index > 0 && { pageBreak: 'before' as const }),
  }))
  return pdfmake
    .createPdf({
      content,
      defaultStyle: { font: 'Helvetica' },
      info: { creationDate: new Date(0) },
      ...protection,
    })
    .getBuffer()
}

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
