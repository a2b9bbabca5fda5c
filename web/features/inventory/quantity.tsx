import { Text } from '@mantine/core'
import { formatQuantity } from '../../components/amounts.ts'

/** A quantity with what is counted. */
export function Quantity({ of, unit }: { of: string; unit: string }) {
  return (
    <span>
      {formatQuantity(of)}{' '}
      <Text span size="xs" c="dimmed">
        <bdi>{unit}</bdi>
      </Text>
    </span>
  )
}
