import { listMerges } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useFilters, useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { mergeColumns } from './merge-columns.tsx'
import { NotForMembers } from './not-for-members.tsx'

export function MergesPage() {
  return useMay()(listMerges) ? <Merges /> : <NotForMembers title="Merges" />
}

function Merges() {
  const filters = useFilters(listMerges)
  const list = useList(listMerges, filters.values)
  return (
    <>
      <PageHeader
        title="Merges"
        back={{ to: '/patients', label: 'Patients' }}
        description="Which records became one, when and by whom. Each can be undone from its page."
      />
      <DataTable
        label="Merges"
        list={list}
        columns={mergeColumns}
        filters={filters}
        isFaded={({ undoneAt }) => undoneAt !== null}
        empty={{
          title: 'No merges yet',
          text: 'Where one person has two records, merge them: from a patient’s page or from the likely duplicates.',
        }}
      />
    </>
  )
}
