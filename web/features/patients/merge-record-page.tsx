import { Stack, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { getMerge, type Merge } from '#contract'
import { useCall } from '../../api.ts'
import { Facts } from '../../components/facts.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useMay } from '../../session.ts'
import { ChoicesMade } from './choices-made.tsx'
import { MergeState } from './merge-columns.tsx'
import { NotForMembers } from './not-for-members.tsx'
import { PatientLink } from './patient-link.tsx'
import classes from './section.module.css'
import { StayedRows } from './stayed-rows.tsx'
import { rowsIn } from './table-names.ts'
import { UndoMerge } from './undo-merge.tsx'
import { Warnings } from './warnings.tsx'
import { nameOf } from './words.ts'

const route = getRouteApi('/shell/patients/merges/$mergeId')

export function MergeRecordPage() {
  return useMay()(getMerge) ? <MergeRecord /> : <NotForMembers title="Merge" />
}

function MergeRecord() {
  const { mergeId } = route.useParams()
  const call = useCall(getMerge, { mergeId })
  return (
    <Loaded call={call} heading="Merge" what="The merge could not be loaded">
      {(merge) => <MergeDetails key={merge.id} merge={merge} />}
    </Loaded>
  )
}

function MergeDetails({ merge }: { merge: Merge }) {
  const { survivor, retired, moved, warnings, conflicts, stayed } = merge
  const { reason, mergedAt, mergedBy, undoneAt, undoneBy, undo } = merge
  const rows = Object.entries(moved).filter(([, count]) => count > 0)
  return (
    <>
      <PageHeader
        title={`${nameOf(retired)} into ${nameOf(survivor)}`}
        back={{ to: '/patients/merges', label: 'Merges' }}
        badge={<MergeState of={merge} />}
        description={reason && <span dir="auto">{reason}</span>}
        action={!undoneAt && undo.possible && <UndoMerge merge={merge} />}
      />
      <Facts
        facts={[
          { name: undoneAt ? 'Stayed' : 'Stays', value: <PatientLink to={survivor} /> },
          { name: undoneAt ? 'Was retired' : 'Is retired', value: <PatientLink to={retired} /> },
          { name: 'Merged by', value: <bdi>{mergedBy.name}</bdi> },
          ...(mergedAt ? [{ name: 'Merged', value: <RelativeTime at={mergedAt} /> }] : []),
          ...(undoneBy ? [{ name: 'Undone by', value: <bdi>{undoneBy.name}</bdi> }] : []),
          ...(undoneAt ? [{ name: 'Undone', value: <RelativeTime at={undoneAt} /> }] : []),
        ]}
      />
      {!undoneAt && !undo.possible && (
        <Section title="This merge cannot be undone now">
          <Warnings sentences={undo.blockers} />
        </Section>
      )}
      <Section title="What moved">
        {rows.length === 0 ? (
          <Text c="dimmed">Nothing else belonged to the record that was retired.</Text>
        ) : (
          <ul className={classes.list}>
            {rows.map(([table, count]) => (
              <li key={table}>{rowsIn(table, count)}</li>
            ))}
          </ul>
        )}
        <Warnings sentences={warnings} />
      </Section>
      {conflicts.length > 0 && (
        <Section title="What was chosen">
          <ChoicesMade conflicts={conflicts} />
        </Section>
      )}
      {stayed.length > 0 && <StayedRows rows={stayed} isUndone={undoneAt !== null} />}
    </>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack component="section" className={classes.section ?? ''} aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  )
}
