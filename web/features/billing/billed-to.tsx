import { Text } from '@mantine/core'
import type { BillTo } from '#contract'
import { countryName } from '../patients/address-fields.tsx'

/** Name and address as on an envelope. */
export function BilledTo({ billTo }: { billTo: BillTo }) {
  const { name, line, postalCode, city, region, country, email, taxId } = billTo
  const place = [postalCode, city].filter(Boolean).join(' ')
  const rest = [
    line,
    place,
    region,
    country && (countryName(country) ?? country),
    email,
    taxId && `VAT identifier ${taxId}`,
  ].filter(Boolean)
  return (
    <>
      <Text fw={600}>
        <bdi>{name || 'Without a name'}</bdi>
      </Text>
      {[...new Set(rest)].map((part) => (
        <Text key={part}>
          <bdi>{part}</bdi>
        </Text>
      ))}
    </>
  )
}
