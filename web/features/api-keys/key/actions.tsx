import { Text, Title } from '@mantine/core'
import {
  type AuditEntry,
  listApiKeyActions,
  type Operation,
  revokeInvitation,
  updateProject,
  updateSettings,
  updateUser,
} from '#contract'
import { own } from '#rules/own'
import { useAction } from '../../../api.ts'
import { actionsColumn, RowButton } from '../../../components/columns.tsx'
import { confirm } from '../../../components/confirm.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { useList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { auditColumns } from '../../audit-log/entry-row.tsx'
import { type NameOf, sentenceOf, useNames } from '../../audit-log/sentences.tsx'

/** The administrative actions performed with a key. Those that set values or invite can be undone. */
export function Actions({ keyId }: { keyId: string }) {
  const nameOf = useNames()
  const may = useMay()
  const columns = [
    ...auditColumns(nameOf),
    actionsColumn<AuditEntry>('6rem', (entry) => {
      const inverse = inverseOf(entry)
      return inverse && may(inverse.operation) && <Undo {...{ entry, nameOf, inverse }} />
    }),
  ]
  return (
    <section>
      <Title order={2} mt={40} mb="sm">
        Administrative actions
      </Title>
      <DataTable
        label="Administrative actions"
        list={useList(listApiKeyActions, { keyId }, { pagesIn: 'actionPages' })}
        columns={columns}
        empty={{
          title: 'No administrative actions',
          text: 'Invitations, role changes, deleted projects and similar changes made with this key are listed here.',
        }}
      />
    </section>
  )
}

interface UndoProps {
  entry: AuditEntry
  nameOf: NameOf
  inverse: Inverse
}

function Undo({ entry, nameOf, inverse: { operation, input } }: UndoProps) {
  const { mutateAsync } = useAction(operation, { also: [listApiKeyActions] })
  const ask = () =>
    confirm({
      title: 'Undo this action?',
      consequences: (
        <>
          <Text mb="xs">{sentenceOf(entry, nameOf)}.</Text>
          <Text>What was before is set again, even if somebody has changed it since.</Text>
        </>
      ),
      confirm: 'Undo action',
      destroys: false,
      act: () => mutateAsync(input as never),
      done: 'The action is undone',
    })
  return <RowButton label="Undo" of={entry.target.label} onClick={ask} />
}

/** An ordinary operation that undoes an action. */
interface Inverse {
  operation: Operation
  input: object
}

/** The operations that set former values again, by what they change. */
const setters: Record<string, { operation: Operation; id?: string }> = {
  user: { operation: updateUser, id: 'userId' },
  project: { operation: updateProject, id: 'projectId' },
  settings: { operation: updateSettings },
}

/** Returns what undoes an action; undefined if nothing does. */
function inverseOf({ action, target, details: { formerValues } }: AuditEntry): Inverse | undefined {
  if (action === 'invitation.create')
    return { operation: revokeInvitation, input: { invitationId: target.id } }
  const setter = own(setters, target.type)
  if (!setter || typeof formerValues !== 'string') return undefined
  const { operation, id } = setter
  return { operation, input: { ...(id && { [id]: target.id }), ...(JSON.parse(formerValues) as object) } }
}
