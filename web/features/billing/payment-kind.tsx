import { Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Payment } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { kindNames } from './payment-words.ts'

/** What a payment is, whether it was reversed, and of a reversal why. */
export function PaymentKind({ payment }: { payment: Pick<Payment, 'kind' | 'reversedBy' | 'reason'> }) {
  const { kind, reversedBy, reason } = payment
  return (
    <>
      <Group gap={6}>
        {kindNames[kind]}
        {reversedBy && <StateBadge kind="quiet" icon={IconHistory} text="Reversed" />}
      </Group>
      {reason && <Caption dir="auto">{reason}</Caption>}
    </>
  )
}
