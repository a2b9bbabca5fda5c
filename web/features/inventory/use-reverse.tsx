import { List, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Movement, reverseMovements } from '#contract'
import { useAction } from '../../api.ts'
import { formatQuantity } from '../../components/amounts.ts'
import { confirm } from '../../components/confirm.tsx'
import { formatCount } from '../../components/format.ts'
import { notifyDone } from '../../components/notify.tsx'
import { placeName } from './movement-names.ts'

const most = 5

/** Asks, and then takes a receipt or an adjustment back. */
export function useReverse(documentId: string, movements: readonly Movement[]): () => void {
  const navigate = useNavigate()
  const { mutateAsync } = useAction(reverseMovements)
  const kind = movements[0]?.reason === 'received' ? 'receipt' : 'adjustment'
  return () =>
    confirm({
      title: `Take this ${kind} back?`,
      consequences: <Consequences movements={movements} />,
      confirm: `Take the ${kind} back`,
      act: async () => {
        const { reversalId } = await mutateAsync({ documentId })
        notifyDone(`The ${kind} is taken back`)
        await navigate({ to: '/inventory/documents/$documentId', params: { documentId: reversalId } })
      },
    })
}

/** What will move the other way. */
function Consequences({ movements }: { movements: readonly Movement[] }) {
  return (
    <Stack gap="xs">
      <Text>These move back, all of them or, where too little is left, none:</Text>
      <List size="sm">
        {movements.slice(0, most).map(({ id, sku, lot, quantity, from, to }) => (
          <List.Item key={id}>
            {formatQuantity(quantity)} of <bdi>{sku}</bdi>
            {lot !== null && (
              <>
                , lot <bdi>{lot}</bdi>
              </>
            )}
            : <bdi>{placeName(to)}</bdi> → <bdi>{placeName(from)}</bdi>
          </List.Item>
        ))}
        {movements.length > most && <List.Item>and {formatCount(movements.length - most)} more</List.Item>}
      </List>
      <Text>
        What was recorded and what takes it back both stay in the ledger. It can be done once, and a reversal
        is not itself taken back: to undo it, enter the document again.
      </Text>
    </Stack>
  )
}
