import { Button, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { listAuditLog, listInvoices, type Merge, undoMerge } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { formatCount } from '../../components/format.ts'
import { notifyDone } from '../../components/notify.tsx'
import { nameOf } from './words.ts'

/** Asks, saying what comes back and what does not, and then undoes a merge. */
export function UndoMerge({ merge: { id, survivor, retired, stayed } }: { merge: Merge }) {
  const { mutateAsync } = useAction(undoMerge, { also: [listAuditLog, listInvoices] })
  const ask = () =>
    confirm({
      title: `Undo the merge of ${nameOf(retired)} into ${nameOf(survivor)}?`,
      consequences: (
        <Stack gap="xs">
          <Text>Both records and everything that moved are as they were before the merge.</Text>
          {stayed.length > 0 && (
            <Text>
              What was made since then ({formatCount(stayed.length)}
              {stayed.length === 1 ? ' thing' : ' things'}, listed on the page) stays with the record that
              survives now.
            </Text>
          )}
        </Stack>
      ),
      confirm: 'Undo the merge',
      destroys: false,
      act: async () => {
        await mutateAsync({ mergeId: id ?? '' })
        notifyDone('The merge is undone. There are two records again.')
      },
    })
  return (
    <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={ask}>
      Undo the merge
    </Button>
  )
}
