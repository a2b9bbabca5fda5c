import type { Context } from './context.ts'

/** BG-16, as UBL and CII state it. */
export interface Payment {
  /** BT-81, from UNTDID 4461. */
  code: string
  account: { iban: string; bic: string } | null
}

const creditTransfer = '30'
const sepaCreditTransfer = '58'
const clearingBetweenPartners = '97'

/** Returns how a document is paid. Nobody pays a credit note, but German rules require the code of that (BR-DE-1). */
export function paymentOf({ document, seller: { letterhead }, isGerman }: Context): Payment | null {
  if (document.kind === 'CreditNote')
    return isGerman ? { code: clearingBetweenPartners, account: null } : null
  const iban = letterhead.iban.replace(/\s/g, '')
  if (!iban) return null
  const isSepa = document.currency === 'EUR' && isIban(iban)
  return { code: isSepa ? sepaCreditTransfer : creditTransfer, account: { iban, bic: letterhead.bic } }
}

/** With a payable amount there must be a due date or terms (BR-CO-25). */
export function paymentTermsOf({
  document: { preceding, dueDate },
  seller: { letterhead },
}: Context): string {
  if (preceding) return `Credited against invoice ${preceding.number}`
  return letterhead.terms || (dueDate ? '' : 'Payable on receipt')
}

/** Whether the check digits of an account number are right (ISO 13616). */
export function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(account)) return false
  const digits = Array.from(account.slice(4) + account.slice(0, 4), (character) =>
    Number.parseInt(character, 36),
  )
  return BigInt(digits.join('')) % 97n === 1n
}
