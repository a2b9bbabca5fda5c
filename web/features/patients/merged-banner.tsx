import { Alert } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { getPatient } from '#contract'
import { useCall } from '../../api.ts'
import { TextLink } from '../../components/links.tsx'
import classes from './banner.module.css'
import { nameOf } from './words.ts'

/** On a retired record: where to go on. */
export function MergedBanner({ survivorId }: { survivorId: string }) {
  const { data: survivor } = useCall(getPatient, { patientId: survivorId })
  return (
    <Alert
      variant="default"
      className={classes.banner ?? ''}
      icon={<IconArrowMerge size={20} aria-hidden />}
      title="This record was merged into another"
    >
      It is kept as it was, and cannot be changed. Go on with{' '}
      <TextLink to="/patients/$patientId" params={{ patientId: survivorId }} size="sm">
        <bdi>{survivor ? nameOf(survivor) : 'the record that stays'}</bdi>
      </TextLink>
      .
    </Alert>
  )
}
