import { IconHistory } from '@tabler/icons-react'
import { listMerges, type Merge } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { type Column, column, nameColumn, RowLink, timeColumn } from '../../../components/columns.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { useFilteredList } from '../../../list.ts'
import { mergingIsForAdmins } from '../not-for-members.tsx'
import { patientName } from '../words.ts'

export default function MergesPage() {
  return (
    <ListPage
      title="Merges"
      back={{ to: '/patients', label: 'Patients' }}
      description="Which records were merged, when and by whom. Open a merge to undo it."
      list={useFilteredList(listMerges)}
      adminsOnly={mergingIsForAdmins}
      idOf={mergeIdOf}
      columns={mergeColumns}
      isFaded={({ undoneAt }) => undoneAt !== null}
      empty={{
        title: 'No merges yet',
        text: 'If one person has two records, merge them from the patient’s page or from the likely duplicates.',
      }}
    />
  )
}

/** Returns the id of a merge that is not a preview. */
export const mergeIdOf = ({ id }: Merge) => id!

export const mergeColumns: Column<Merge>[] = [
  column('Records', {}, ({ id, retired, survivor, reason }) => (
    <>
      <RowLink to="/patients/merges/$mergeId" params={{ mergeId: id! }}>
        <bdi>{patientName(retired)}</bdi> into <bdi>{patientName(survivor)}</bdi>
      </RowLink>
      {reason && (
        <Caption lineClamp={1} dir="auto">
          {reason}
        </Caption>
      )}
    </>
  )),
  column('State', { width: '7rem' }, (merge) => <MergeState of={merge} />),
  nameColumn('By', { drop: 2, width: '11rem' }, ({ mergedBy }) => mergedBy.name),
  timeColumn('Merged', {}, ({ mergedAt }) => mergedAt),
]

export const MergeState = ({ of: { undoneAt } }: { of: Pick<Merge, 'undoneAt'> }) =>
  undoneAt ? (
    <StateBadge kind="quiet" icon={IconHistory} text="Undone" />
  ) : (
    <StateBadge kind="good" text="Merged" />
  )
