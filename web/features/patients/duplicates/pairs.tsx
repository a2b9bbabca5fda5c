import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { markNotDuplicates, mergePatients, type Patient, unmarkNotDuplicates } from '#contract'
import { useAction } from '../../../api.ts'
import { Bullets } from '../../../components/bullets.tsx'
import { Caption } from '../../../components/caption.tsx'
import { actionsColumn, type Column, column } from '../../../components/columns.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { notifyDone, notifyFailed } from '../../../components/notify.tsx'
import { useMay } from '../../../session.ts'
import { patientName } from '../words.ts'
import classes from './pairs.module.css'

type Pair = readonly [Patient, Patient]

export interface Resemblance {
  score: number
  reasons: string[]
}

/** The columns of a table of likely duplicates: `records`, then how likely, why, and what to do. */
export const pairColumns = <Row extends Resemblance>(
  records: Column<Row>['cell'],
  heading: string,
  pairOf: (row: Row) => Pair,
): Column<Row>[] => [
  column(heading, {}, records),
  column('Likelihood', { width: '7rem' }, ({ score }) => <Score score={score} />),
  column('Reasons', { width: '34%' }, ({ reasons }) => (
    <Bullets gap={2} fz="sm" lh="sm">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </Bullets>
  )),
  actionsColumn('11rem', (row) => <PairActions pair={pairOf(row)} />),
]

function Score({ score }: { score: number }) {
  return (
    <>
      {/* Never certain: 99 % at most. */}
      <Text fw={500}>{Math.min(99, Math.round(score * 100))} %</Text>
      <Caption>
        {score >= 0.9 ? 'Very likely' : score >= 0.7 ? 'Likely' : score >= 0.3 ? 'Possible' : 'Unlikely'}
      </Caption>
    </>
  )
}

/** Merge a pair, keeping its first record, or flag it as not the same person. */
function PairActions({ pair }: { pair: Pair }) {
  const may = useMay()
  const markNotSame = useNotDuplicates()
  const [busy, setBusy] = useState(false)
  const [target, source] = pair
  const names = pair.map(patientName).join(' and ')

  const mark = async () => {
    setBusy(true)
    await markNotSame(pair)
    setBusy(false)
  }
  return (
    <div className={classes.actions}>
      {may(mergePatients) && (
        <ButtonLink
          to="/patients/merge"
          search={{ sourceId: source.id, targetId: target.id }}
          size="xs"
          aria-label={`Compare and merge: ${names}`}
        >
          Compare and merge
        </ButtonLink>
      )}
      {may(markNotDuplicates) && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={busy}
          aria-label={`Not the same person: ${names}`}
          onClick={mark}
        >
          Not the same person
        </Button>
      )}
    </div>
  )
}

/** Flags two records as different people and offers to undo that. */
function useNotDuplicates(): (pair: Pair) => Promise<void> {
  const mark = useAction(markNotDuplicates)
  const unmark = useUnmark()
  return (pair) => {
    const names = pair.map(patientName).join(' and ')
    return mark.mutateAsync({ patientIds: pair.map(({ id }) => id) }).then(
      ({ id }) => notifyDone(`${names} are flagged as different people`, () => unmark(id)),
      (error) => notifyFailed(`${names} could not be flagged as different people`, error),
    )
  }
}

/** Removes the flag that two records are different people. */
export function useUnmark(): (notDuplicatesId: string) => Promise<void> {
  const { mutateAsync } = useAction(unmarkNotDuplicates)
  return (notDuplicatesId) =>
    mutateAsync({ notDuplicatesId }).then(
      () => notifyDone('Flag removed'),
      (error) => notifyFailed('The flag could not be removed', error),
    )
}
