import type { z } from 'zod'
import type { BillTo, createInvoice, Patient } from '#contract'

export type Payer = NonNullable<z.output<(typeof createInvoice)['body']>['payer']>
type BilledPatient = Pick<Patient, 'givenName' | 'familyName' | 'email' | 'address'>

/** Returns the billing address: the payer's if there is one, else the patient's. */
export function billTo(payer: Payer | null, { givenName, familyName, ...patient }: BilledPatient): BillTo {
  const patientName = [givenName, familyName].filter(Boolean).join(' ')
  if (!payer) {
    const { address, email } = patient
    return { name: patientName, ...address, email, electronicAddress: null, taxId: null, patientName }
  }
  const { name, line = null, city = null, region = null, postalCode = null, country = null } = payer
  const { email = null, electronicAddress = null, taxId = null } = payer
  const address = { line, city, region, postalCode, country }
  return { name, ...address, email, electronicAddress, taxId, patientName }
}

/** Adds the fields that an invoice issued before they existed does not have. */
export const billToAtIssue = (stored: BillTo): BillTo => ({
  ...stored,
  electronicAddress: stored.electronicAddress ?? null,
})
