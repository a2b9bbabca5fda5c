import { IconHistory } from '@tabler/icons-react'
import { listMerges, type Merge } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../../components/data-table.tsx'
import { PageHeader } from '../../../components/page.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { useFilters, useList } from '../../../list.ts'
import { useMay } from '../../../session.ts'
import { NotForMembers } from '../not-for-members.tsx'
import { patientName } from '../words.ts'

export default function MergesPage() {
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
        description="Which records were merged, when and by whom. Open a merge to undo it."
      />
      <DataTable
        label="Merges"
        list={list}
        columns={mergeColumns}
        filters={filters}
        isFaded={({ undoneAt }) => undoneAt !== null}
        empty={{
          title: 'No merges yet',
          text: 'If one person has two records, merge them from the patient’s page or from the likely duplicates.',
        }}
      />
    </>
  )
}

/** A merge that is not a preview, so it has an id. */
type Row = Omit<Merge, 'id'> & { id: string }

export const mergeColumns: Column<Row>[] = [
  {
    heading: 'Records',
    cell: ({ id, retired, survivor, reason }) => (
      <>
        <RowLink to="/patients/merges/$mergeId" params={{ mergeId: id }}>
          <bdi>{patientName(retired)}</bdi> into <bdi>{patientName(survivor)}</bdi>
        </RowLink>
        {reason && (
          <Caption lineClamp={1} dir="auto">
            {reason}
          </Caption>
        )}
      </>
    ),
  },
  { heading: 'State', width: '7rem', cell: (merge) => <MergeState of={merge} /> },
  { heading: 'By', drop: 2, width: '11rem', cell: ({ mergedBy }) => <bdi>{mergedBy.name}</bdi> },
  { heading: 'Merged', width: '9rem', cell: ({ mergedAt }) => mergedAt && <RelativeTime at={mergedAt} /> },
]

export const MergeState = ({ of: { undoneAt } }: { of: Pick<Merge, 'undoneAt'> }) =>
  undoneAt ? (
    <StateBadge kind="quiet" icon={IconHistory}>
      Undone
    </StateBadge>
  ) : (
    <StateBadge kind="good">Merged</StateBadge>
  )
