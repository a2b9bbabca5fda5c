import pdfmake from 'pdfmake'
import type { TDocumentDefinitions, TFontDictionary } from 'pdfmake/interfaces.js'
import type { Seller } from '../seller.ts'
import { after } from './after.ts'
import { Faces } from './faces.ts'
import { createHan } from './han.ts'
import { heading, letterhead } from './head.ts'
import { linesTable } from './lines.ts'
import { grey, Page } from './page.ts'
import type { PrintedInvoice } from './printed.ts'
import { taxTable, totals } from './totals.ts'

const a4 = { width: 595.28, height: 841.89 }
const margin = 48

/** Invoices contain text only, so no content may load addresses or files. */
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => false)

/** pdfmake's fonts, shared by the whole process, so it creates one document at a time. */
const { virtualfs } = pdfmake as unknown as { virtualfs: { writeFileSync(name: string, data: Buffer): void } }

/**
 * Creates a PDF of A4 pages in English, byte-identical for the same input. Its fonts contain only the characters used.
 * This takes tenths of a second of CPU time, so call `renderInvoice` instead.
 */
export async function makePdf(invoice: PrintedInvoice, seller: Seller): Promise<Buffer> {
  const faces = new Faces()
  const page = new Page(faces, createHan(invoice, seller))
  // Laid out twice: the first pass collects the characters that the fonts need.
  define(page, invoice, seller)
  await page.ready()
  const document = define(page, invoice, seller)
  const fonts: TFontDictionary = {}
  for (const { name, data } of faces.all) {
    virtualfs.writeFileSync(name, data)
    fonts[name] = { normal: name }
  }
  pdfmake.setFonts(fonts)
  return pdfmake.createPdf(document).getBuffer()
}

function define(page: Page, invoice: PrintedInvoice, seller: Seller): TDocumentDefinitions {
  const width = a4.width - 2 * margin
  const printed = { page, invoice, seller, width }
  const mark = { draft: 'DRAFT', void: 'VOID', issued: '', paid: '' }[invoice.status]
  const foot = (left: string, right: string) => ({
    columns: [
      { width: '*', ...page.text(left, width - 120, { size: 8, color: grey }) },
      { width: 110, ...page.text(right, 110, { size: 8, color: grey, align: 'right' }) },
    ],
    margin: [margin, 14, margin, 0] as [number, number, number, number],
  })
  const name = [seller.organisationName, invoice.number].filter(Boolean).join(' · ')
  page.text(mark, width, { bold: true })
  foot(name, 'Page 0123456789 of')

  return {
    pageSize: a4,
    pageMargins: [margin, margin, margin, 56],
    language: 'en',
    displayTitle: true,
    info: {
      title: `Invoice ${invoice.number ?? '(draft)'}`,
      author: seller.organisationName,
      subject: `Invoice to ${invoice.billTo.name}`,
      creator: 'Aerie',
      producer: 'Aerie',
      // The current time would make every copy a different file.
      creationDate: new Date(invoice.issuedAt ?? invoice.createdAt),
    },
    defaultStyle: { font: page.latin(false), fontSize: 9, lineHeight: 1.05 },
    ...(mark && {
      watermark: {
        text: mark,
        font: page.latin(true),
        color: '#b3261e',
        opacity: 0.08,
        angle: -45,
        fontSize: 150,
      },
    }),
    content: [
      letterhead(printed),
      heading(printed),
      linesTable(printed),
      totals(printed),
      taxTable(printed),
      ...after(printed),
    ],
    footer: (current: number, count: number) => foot(name, `Page ${current} of ${count}`),
  } as TDocumentDefinitions
}
