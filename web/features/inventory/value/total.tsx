import { Text } from '@mantine/core'
import { formatAmount } from '../../../components/amounts.ts'

/** The sum of a list, above it. */
export const Total = ({ label, amount, currency }: { label: string; amount: string; currency: string }) => (
  <Text mb="md" role="status">
    {label}: <strong>{formatAmount(amount, currency)}</strong>
  </Text>
)
