import type { z } from 'zod'
import type { BillTo, createInvoice, Patient } from '#contract'

export type Payer = NonNullable<z.output<(typeof createInvoice)['body']>['payer']>
type Treated = Pick<Patient, 'givenName' | 'familyName' | 'email' | 'address'>

/** Who is billed: the payer where one was said, else the patient. */
export function billTo(payer: Payer | null, { givenName, familyName, email, address }: Treated): BillTo {
  const patientName = [givenName, familyName].filter(Boolean).join(' ')
  if (!payer) return { name: patientName, ...address, email, taxId: null, patientName }
  const { name, line = null, city = null, region = null, postalCode = null, country = null } = payer
  const said = { line, city, region, postalCode, country, email: payer.email ?? null }
  return { name, ...said, taxId: payer.taxId ?? null, patientName }
}
