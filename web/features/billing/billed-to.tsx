import { Text } from '@mantine/core'
import type { BillTo } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { addressLines } from '../patients/address.ts'
import classes from './billed-to.module.css'

/** Name and address as on an envelope. */
export function BilledTo({ billTo }: { billTo: BillTo }) {
  const { name, email, electronicAddress, taxId } = billTo
  const rest = [...addressLines(billTo), email, electronicAddress, taxId && `VAT identifier ${taxId}`].filter(
    Boolean,
  )
  return (
    <section className={classes.billedTo} aria-label="Billed to">
      <Caption>Billed to</Caption>
      <Text fw={600}>
        <bdi>{name || 'Without a name'}</bdi>
      </Text>
      {[...new Set(rest)].map((part) => (
        <Text key={part}>
          <bdi>{part}</bdi>
        </Text>
      ))}
    </section>
  )
}
