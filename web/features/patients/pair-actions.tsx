import { Button } from '@mantine/core'
import { useState } from 'react'
import { mergePatients, type Patient } from '#contract'
import { ButtonLink } from '../../components/links.tsx'
import { useMay } from '../../session.ts'
import classes from './pair-actions.module.css'
import { useNotDuplicates } from './use-not-duplicates.ts'
import { nameOf } from './words.ts'

/** What to do about two records that look alike. The first of them would survive. */
export function PairActions({ pair }: { pair: readonly [Patient, Patient] }) {
  const may = useMay()
  const keepApart = useNotDuplicates()
  const [busy, setBusy] = useState(false)
  const [target, source] = pair
  const names = pair.map(nameOf).join(' and ')

  const mark = async () => {
    setBusy(true)
    await keepApart(pair)
    setBusy(false)
  }
  return (
    <div className={classes.actions}>
      {may(mergePatients) && (
        <ButtonLink
          to="/patients/merge"
          search={{ sourceId: source.id, targetId: target.id }}
          variant="default"
          size="xs"
          aria-label={`Compare and merge: ${names}`}
        >
          Compare and merge
        </ButtonLink>
      )}
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
    </div>
  )
}
