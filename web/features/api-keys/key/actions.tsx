import { Title } from '@mantine/core'
import { listApiKeyActions } from '#contract'
import { DataTable } from '../../../components/data-table.tsx'
import { useList } from '../../../list.ts'
import { auditColumns } from '../../audit-log/entry-row.tsx'
import { useNames } from '../../audit-log/sentences.tsx'

/** The administrative actions performed with a key, so that they can be undone. */
export function Actions({ keyId }: { keyId: string }) {
  const list = useList(listApiKeyActions, { keyId }, 'actionPages')
  const nameOf = useNames()
  return (
    <section>
      <Title order={2} mt={40} mb="sm">
        Administrative actions
      </Title>
      <DataTable
        label="Administrative actions"
        list={list}
        columns={auditColumns(nameOf)}
        empty={{
          title: 'No administrative actions',
          text: 'Invitations, role changes, deleted projects and similar changes made with this key are listed here.',
        }}
      />
    </section>
  )
}
