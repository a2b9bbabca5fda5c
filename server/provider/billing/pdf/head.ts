import type { Content } from 'pdfmake/interfaces.js'
import type { BillTo } from '#contract'
import type { Seller } from '../seller.ts'
import { grey, type Page } from './page.ts'
import type { PrintedInvoice } from './printed.ts'
import { longDate } from './wording.ts'

export interface Printed {
  page: Page
  invoice: PrintedInvoice
  seller: Seller
  /** Between the margins. */
  width: number
}

/** The seller. */
export function letterhead({ page, seller, width }: Printed): Content {
  const { letterhead: own, organisationName } = seller
  const contact = [own.phone, own.email, own.website]
  const registers = [own.taxId && `VAT ID ${own.taxId}`, own.registration]
  const right = [...address(own), ...contact, ...registers].filter(Boolean).join('\n')
  const half = width * 0.45
  return {
    columns: [
      { width: '*', ...page.text(organisationName, width - half - 20, { size: 16, bold: true }) },
      { width: half, ...page.text(right, half, { size: 8.5, color: grey, align: 'right' }) },
    ],
    columnGap: 20,
    margin: [0, 0, 0, 28],
  } as Content
}

/** The title, the billing address and the dates. */
export function heading({ page, invoice, width }: Printed): Content {
  const { number, status, issueDate, dueDate, billTo } = invoice
  const half = (width - 20) / 2
  const title = status === 'draft' ? 'Draft invoice' : 'Invoice'
  const label = (text: string) => page.text(text, 90, { color: grey })
  const facts = [
    ['Number', number ?? 'Assigned at issue'],
    ['Date', issueDate && longDate(issueDate)],
    ['Due', dueDate && longDate(dueDate)],
    ['Patient', billTo.patientName],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  const addressee = [...address(billTo), billTo.email, billTo.taxId && `VAT ID ${billTo.taxId}`].filter(
    Boolean,
  )
  return [
    {
      columns: [
        {
          width: half,
          stack: [
            label('Billed to'),
            page.text(billTo.name, half, { size: 11, bold: true }),
            page.text(addressee.join('\n'), half),
          ],
        },
        {
          width: half,
          stack: [
            page.text(title, half, { size: 20, bold: true }),
            {
              table: {
                widths: [60, half - 60],
                body: facts.map(([name, value]) => [label(name), page.text(value, half - 60)]),
              },
              layout: tight,
              margin: [0, 6, 0, 0],
            },
          ],
        },
      ],
      columnGap: 20,
      margin: [0, 0, 0, 22],
    },
    ...voided(),
  ] as Content

  function voided(): Content[] {
    if (status !== 'void') return []
    const notice = `This invoice is void. No payment is due.\n${invoice.voidReason ?? ''}`.trim()
    return [
      {
        ...page.text(notice, width, { bold: true, color: '#b3261e', prose: true }),
        margin: [0, 0, 0, 14],
      } as Content,
    ]
  }
}

/** A table without lines or padding. */
export const tight = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 1,
  paddingBottom: () => 1,
}

type Address = Pick<BillTo, 'line' | 'city' | 'region' | 'postalCode' | 'country'>

function address({ line, city, region, postalCode, country }: Address): string[] {
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [line, place, region, country && countryName(country)].filter((part) => part) as string[]
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}
