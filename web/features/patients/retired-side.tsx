import { Alert, Button, Text } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import type { Patient } from '#contract'
import classes from './banner.module.css'
import { nameOf } from './words.ts'

interface RetiredSideProps {
  retired: Patient
  onUse: (survivorId: string) => void
}

/** One of two records to merge was merged already: its survivor can stand in for it. */
export function RetiredSide({ retired, onUse }: RetiredSideProps) {
  const { mergedInto } = retired
  return (
    <Alert
      variant="default"
      className={classes.banner ?? ''}
      icon={<IconArrowMerge size={20} aria-hidden />}
      title={
        <>
          <bdi>{nameOf(retired)}</bdi> was merged into another record already
        </>
      }
    >
      <Text mb="sm">A retired record cannot be merged again. The record that it was merged into can.</Text>
      {mergedInto && (
        <Button variant="default" size="xs" onClick={() => onUse(mergedInto)}>
          Take that record instead
        </Button>
      )}
    </Alert>
  )
}
