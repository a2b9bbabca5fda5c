import { InvoicingError } from '#engines/invoicing'
import { Refusal } from '#platform'

/** Returns what `compute` does. @throws Refusal for an InvoicingError */
export function refusing<T>(compute: () => T): T {
  try {
    return compute()
  } catch (error) {
    if (!(error instanceof InvoicingError)) throw error
    const { code, message, fields } = error
    throw new Refusal(code, message, { fields })
  }
}
