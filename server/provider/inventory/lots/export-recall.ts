import { Readable } from 'node:stream'
import { record } from '#audit'
import { csvLine, exportRecall } from '#contract'
import { implementRecorded } from '#platform'
import { readLot } from './lot-rows.ts'
import { findRecipients, type Recipient, recipientIds } from './recipients.ts'

const columns =
  'patientId,familyName,givenName,birthDate,phone,email,addressLine,city,region,postalCode,country,invoice,issueDate,quantity'

// Each chunk reads the movements of the lot again, so few lots have more than one.
const chunk = 10_000

/** Streams the recipients, one line for each invoice. */
export const exportIt = implementRecorded(exportRecall, async ({ tx, reader, actor, params: { lotId } }) => {
  const { sku, lot } = await readLot(tx, lotId)
  const filename = `recall-${`${sku}-${lot}`.replace(/[^A-Za-z0-9_-]+/g, '-')}.csv`
  const target = { type: 'lot', id: lotId, label: `${sku} ${lot}` } as const
  await record(tx, actor, 'data.export', target, { kind: 'recall', format: 'csv' })
  const patients = await recipientIds(tx, lotId)
  return { type: 'text/csv; charset=utf-8', filename, content: Readable.from(lines()), patients }

  async function* lines() {
    yield `${columns}\r\n`
    let after: string | undefined
    do {
      const recipients = await findRecipients(reader, lotId, { after, limit: chunk })
      yield recipients.flatMap(linesOf).join('')
      after = recipients.length === chunk ? recipients.at(-1)?.patient.id : undefined
    } while (after)
  }
})

const linesOf = ({ patient, invoices }: Recipient): string[] =>
  invoices.map(({ number, issueDate, quantity }) => {
    const { id, familyName, givenName, birthDate, phone, email, address } = patient
    const { line, city, region, postalCode, country } = address
    const where = [line, city, region, postalCode, country]
    return csvLine([
      id,
      familyName,
      givenName,
      birthDate,
      phone,
      email,
      ...where,
      number,
      issueDate,
      quantity,
    ])
  })
