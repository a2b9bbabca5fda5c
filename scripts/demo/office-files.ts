import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

/** Creates a Word document. */
export async function interviewWithACarer(): Promise<Uint8Array> {
  const content: [style: 'Heading1' | '', text: string][] = [
    ['Heading1', 'Interview with a carer'],
    [
      '',
      'Mrs. Demir looks after her father, who is 78 and has diabetes. She has come to the practice with him for six years.',
    ],
    ['Heading1', 'Keeping track'],
    [
      '',
      '“I keep four calendars: his appointments, his prescriptions, my work and the children. The reminder is the only thing that I do not have to think of myself.”',
    ],
    [
      '',
      'The reminder goes to her father’s telephone, which lies in a drawer. She asked twice whether it can go to hers, and was told that the system does not do that.',
    ],
    ['Heading1', 'Prescriptions'],
    [
      '',
      'Every prescription means a trip across the city. When the practice renewed one by telephone last month she thought that it was a mistake, and called back to thank them.',
    ],
    ['Heading1', 'What is good'],
    [
      '',
      '“They speak with him and not with me. He is slow, and nobody is impatient. That is worth an hour of waiting.” The waiting time itself is long, but the nurse lets him lie down when he is tired.',
    ],
  ]
  const paragraphs = content.map(
    ([style, text]) =>
      `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`,
  )
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006'
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${word}><w:body>${paragraphs.join('')}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${word}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(head + xml)])))
}

/** Creates a PDF of two pages. */
export const focusGroup = (): Promise<Uint8Array> =>
  pdf({
    content: [
      { text: 'Report of the focus group', fontSize: 20, margin: [0, 0, 0, 12] },
      'Seven patients, one hour and a half, in the waiting room after hours. Three of them book online, two only telephone, and two come in person because that is what they always did.',
      { text: 'What they agreed on', fontSize: 14, margin: [0, 12, 0, 6] },
      'The people are the reason to come here. Everybody named somebody: the nurse who remembers names, the doctor who draws what he explains, the receptionist who finds a slot where there is none.',
      'The telephone is the reason to leave. Nobody in the room had waited less than ten minutes on hold, and two had given up and gone to the emergency room instead.',
      { text: 'Where they differed', fontSize: 14, margin: [0, 12, 0, 6] },
      'Online booking divides them by patience and not by age. The oldest member of the group books at night and likes it; the youngest lost a slot twice while typing and telephones since.',
      { text: 'The waiting time', fontSize: 14, margin: [0, 12, 0, 6], pageBreak: 'before' },
      'It is not the length but the not knowing. With the screen, nobody complained about half an hour. Without it, twenty minutes were too long.',
      { text: 'Prices', fontSize: 14, margin: [0, 12, 0, 6] },
      'A certificate for 25 euros is too expensive to four of seven, and fair to two, if they are told the price before. One had been surprised by an invoice and had felt ashamed to ask.',
      { text: 'What they would do first', fontSize: 14, margin: [0, 12, 0, 6] },
      'Renew prescriptions without coming in: all seven. A reminder at noon of the day before: six. A price list at the entrance: five.',
    ],
  })

/** Creates a PDF that is protected by a password. */
export const protectedPdf = (): Promise<Uint8Array> =>
  pdf({ content: ['Only for the eyes of the insurer.'], userPassword: 'of the insurer' })

async function pdf(definition: TDocumentDefinitions): Promise<Uint8Array> {
  const { default: pdfmake } = await import('pdfmake')
  // pdfmake treats the names of standard fonts as files.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((name: string) => name.startsWith('Helvetica'))
  pdfmake.setFonts({ Helvetica: { normal: 'Helvetica' } })
  return pdfmake
    .createPdf({ defaultStyle: { font: 'Helvetica', lineHeight: 1.3 }, ...definition })
    .getBuffer()
}

/** Creates a PDF that holds a picture of a page and no text, like a scan. */
export async function scannedLetter(): Promise<Uint8Array> {
  const [width, height] = [300, 424]
  const grey = Buffer.alloc(width * height, 250)
  // Lines of handwriting, seen from afar.
  for (let line = 60; line < 330; line += 18)
    for (let x = 40; x < 220 + ((line * 37) % 45); x++)
      grey[(line + Math.round(3 * Math.sin(x / 3))) * width + x] = 90
  const picture = deflateSync(grey)
  const paint = `q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /Im1 5 0 R >> >> >>`,
    `<< /Length ${paint.length} >>\nstream\n${paint}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${picture.length} >>\nstream\n${picture.toString('latin1')}\nendstream`,
  ]
  let file = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1')
}
