import type { Address } from '#contract'
import { countryName } from './address-fields.tsx'

/** `Hauptstr. 5, 20095 Hamburg, Germany`; a dash where nothing is known. */
export const AddressText = ({ address }: { address: Address }) => <bdi>{addressText(address) || '—'}</bdi>

export function addressText({ line, city, region, postalCode, country }: Address): string {
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [line, place, region, country && (countryName(country) ?? country)].filter(Boolean).join(', ')
}
