import { Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Movement, reverseMovements } from '#contract'
import { own } from '#rules/own'
import { useAction } from '../../../api.ts'
import { formatQuantity } from '../../../components/amounts.ts'
import { Bullets } from '../../../components/bullets.tsx'
import { confirm } from '../../../components/confirm.tsx'
import { formatCount } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notify.tsx'
import { placeName } from '../reasons.ts'

const most = 5

const kinds: Record<string, string> = { received: 'receipt', transferred: 'transfer' }

/** Returns a function that asks before reversing a receipt, an adjustment or a transfer. */
export function useReverse(documentId: string, movements: readonly Movement[]): () => void {
  const navigate = useNavigate()
  const { mutateAsync } = useAction(reverseMovements)
  const kind = own(kinds, movements[0]?.reason ?? '') ?? 'adjustment'
  return () =>
    confirm({
      title: `Reverse this ${kind}?`,
      consequences: <Consequences movements={movements} />,
      confirm: `Reverse ${kind}`,
      act: async () => {
        const { reversalId } = await mutateAsync({ documentId })
        notifyDone(`The ${kind} is reversed`)
        await navigate({ to: '/inventory/documents/$documentId', params: { documentId: reversalId } })
      },
    })
}

/** The movements that will be reversed. */
function Consequences({ movements }: { movements: readonly Movement[] }) {
  return (
    <Stack gap="xs">
      <Text>These move back, or none of them if too little is left:</Text>
      <Bullets fz="sm" lh="sm">
        {movements.slice(0, most).map(({ id, sku, lot, quantity, from, to }) => (
          <li key={id}>
            {formatQuantity(quantity)} of <bdi>{sku}</bdi>
            {lot !== null && (
              <>
                , lot <bdi>{lot}</bdi>
              </>
            )}
            : <bdi>{placeName(to)}</bdi> → <bdi>{placeName(from)}</bdi>
          </li>
        ))}
        {movements.length > most && <li>and {formatCount(movements.length - most)} more</li>}
      </Bullets>
      <Text>
        Both the document and its reversal stay in the ledger. A reversal cannot be reversed: to undo it,
        record the document again.
      </Text>
    </Stack>
  )
}
