export interface WrongField {
  path: string
  message: string
}

/** Why a document cannot be computed or written. The codes are those of the contract. */
export class InvoicingError extends Error {
  override name = 'InvoicingError'
  readonly code:
    | 'validation_failed'
    | 'credit_exceeds_invoice'
    | 'invoice_not_en16931'
    | 'letterhead_incomplete'
    | 'invoice_incomplete'
  readonly fields: WrongField[]

  constructor(code: InvoicingError['code'], fields: WrongField[], message = sentenceOf(fields)) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

const sentenceOf = (fields: WrongField[]): string =>
  fields.length === 1 ? `${fields[0]!.path}: ${fields[0]!.message}` : `${fields.length} fields are invalid.`

/** @throws InvoicingError `validation_failed` with all fields, if there are any */
export function refuseFields(fields: WrongField[]): void {
  if (fields.length > 0) throw new InvoicingError('validation_failed', fields)
}
