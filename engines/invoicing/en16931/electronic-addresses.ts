import { type ElectronicAddress, splitElectronicAddress } from '#rules/electronic-address'
import type { Context } from './context.ts'

/** BT-34 */
export const sellersAddress = ({ seller: { letterhead }, profile }: Context): ElectronicAddress | null =>
  addressFor(profile, letterhead.electronicAddress, letterhead.email)

/** BT-49 */
export const buyersAddress = ({ document: { billTo }, profile }: Context): ElectronicAddress | null =>
  addressFor(profile, billTo.electronicAddress, billTo.email)

/** XRechnung accepts an email address instead of a participant's. In Peppol, only participants can be reached. */
function addressFor(
  profile: Context['profile'],
  address: string | null,
  email: string | null,
): ElectronicAddress | null {
  const known = splitElectronicAddress(address ?? '')
  if (profile === 'peppol') return known && /^\d/.test(known.scheme) ? known : null
  if (known || profile !== 'xrechnung' || !email) return known
  return { scheme: 'EM', value: email }
}
