import { InvoicingError } from '../error.ts'
import type { Context } from './context.ts'
import { impossible, ofInvoice, ofSettings, type Requirement } from './requirements.ts'

/**
 * Refuses documents that lack what their profile requires.
 * @throws InvoicingError `invoice_not_en16931` if EN 16931 cannot express the document, `letterhead_incomplete` naming the missing
 * settings, or `invoice_incomplete` naming the missing fields of the invoice
 */
export function refuseIncomplete(context: Context): void {
  const refuse = refuserOf(context)
  refuse('invoice_not_en16931', '', impossible)
  refuse('letterhead_incomplete', 'In the settings: ', ofSettings)
  const where = 'Issued invoices can’t be edited. Credit this one, and create another. '
  refuse('invoice_incomplete', where, ofInvoice)
}

type Code = 'invoice_not_en16931' | 'letterhead_incomplete' | 'invoice_incomplete'

const refuserOf = (context: Context) => (code: Code, where: string, requirements: Requirement[]) => {
  const fields = requirements
    .filter(({ isMissing }) => isMissing(context))
    .map(({ path, message, rules }) => ({
      path,
      message: `${message} (${rulesOf(rules, context).join(', ')})`,
    }))
  if (fields.length === 0) return
  throw new InvoicingError(code, fields, `${where}${fields.map(({ message }) => `${message}.`).join(' ')}`)
}

/** Returns those of the rules that hold for a document. */
function rulesOf(rules: string[], { profile, isGerman, isDutch }: Context): string[] {
  const holding = {
    en16931: /^BR-(?!DE-\d)/,
    xrechnung: /^(BR-|PEPPOL-EN16931-R0[12]0)/,
    peppol: /^(BR-(?!DE-\d)|PEPPOL-)/,
  }[profile]
  return rules.filter(
    (rule) =>
      holding.test(rule) ||
      (rule.startsWith('DE-R') && isGerman && profile === 'peppol') ||
      (rule.startsWith('NL-R') && isDutch),
  )
}
