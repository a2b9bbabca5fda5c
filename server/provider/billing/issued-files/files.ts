import type { UblProfile } from '#contract'
import type { Reader } from '#database'
import { billingDocument, type CreditNote, type Invoice, toUbl } from '#engines/invoicing'
import type { Turn } from '#platform'
import { renderDocument } from '../pdf/render-document.ts'
import { refusing } from '../refusing.ts'
import { completeSeller, readSeller } from '../seller.ts'

/** A PDF, one with an embedded e-invoice, or UBL. */
export type FileFormat = 'pdf' | 'zugferd' | UblProfile

/**
 * Returns the file of an issued invoice or a credit note, byte-identical each time.
 * @throws Refusal as `renderDocument` and `toUbl` do
 */
export const documentFile = (
  reader: Reader,
  document: Invoice | CreditNote,
  format: FileFormat,
  turn?: Turn,
): Promise<Buffer> =>
  issuedFile(reader, document.id, format, async () => {
    if (format === 'pdf') return renderDocument(document, await readSeller(reader, document), { turn })
    const seller = await completeSeller(reader, document)
    if (format === 'zugferd') return renderDocument(document, seller, { profile: format, turn })
    return Buffer.from(refusing(() => toUbl(billingDocument(document), seller, format)))
  })

/**
 * Returns the file of an issued document in a format: the stored one, or else a new one, which is stored. Of several that
 * are created simultaneously, the first to be stored is returned by all.
 */
export async function issuedFile(
  reader: Reader,
  documentId: string,
  format: string,
  create: () => Promise<Buffer>,
): Promise<Buffer> {
  const stored = reader
    .selectFrom('issuedFiles')
    .select('content')
    .where('documentId', '=', documentId)
    .where('format', '=', format)
  const existing = await stored.executeTakeFirst()
  if (existing) return existing.content
  await reader
    .insertInto('issuedFiles')
    .values({ documentId, format, content: await create() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await stored.executeTakeFirstOrThrow()).content
}
