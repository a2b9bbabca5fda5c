import { Refusal } from '#platform'
import type { Context } from './context.ts'
import { impossible, ofInvoice, ofSettings, type Requirement } from './requirements.ts'

/**
 * Refuses documents that lack what their profile requires.
 * @throws Refusal `invoice_not_en16931` if EN 16931 cannot express the document, `letterhead_incomplete` naming the missing
 * settings, or `invoice_incomplete` naming the missing fields of the invoice
 */
export function refuseIncomplete(context: Context): void {
  refuse('invoice_not_en16931', '', missing(impossible, context))
  refuse('letterhead_incomplete', 'In the settings: ', missing(ofSettings, context))
  const where = 'Issued invoices can’t be edited. Credit this one, and create another with: '
  refuse('invoice_incomplete', where, missing(ofInvoice, context))
}

const missing = (requirements: Requirement[], context: Context): Requirement[] =>
  requirements.filter(({ isMissing }) => isMissing(context))

type Code = 'invoice_not_en16931' | 'letterhead_incomplete' | 'invoice_incomplete'

function refuse(code: Code, where: string, requirements: Requirement[]): void {
  if (requirements.length === 0) return
  const fields = requirements.map(({ path, message, rules }) => ({ path, message: `${message} (${rules})` }))
  throw new Refusal(code, `${where}${fields.map(({ message }) => `${message}.`).join(' ')}`, { fields })
}
