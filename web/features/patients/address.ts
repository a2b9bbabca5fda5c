import type { Address } from '#contract'
import { countryName } from '../../components/format.ts'

/** `Hauptstr. 5`, `20095 Hamburg`, `Germany`: the parts of an address that are known, line by line. */
export function addressLines({ line, city, region, postalCode, country }: Address): string[] {
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [line, place, region, country && (countryName(country) ?? country)].filter(
    (part) => part != null && part !== '',
  ) as string[]
}
