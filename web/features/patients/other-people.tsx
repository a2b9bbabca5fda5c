import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { getPatient, listNotDuplicates, type Output } from '#contract'
import { useCall } from '../../api.ts'
import { TextLink } from '../../components/links.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { useList } from '../../list.ts'
import { PatientLine } from './patient-line.tsx'
import classes from './section.module.css'
import { useUnmark } from './use-not-duplicates.ts'
import { nameOf } from './words.ts'

type Mark = Output<typeof listNotDuplicates>['data'][number]

/** Whom somebody has marked as being another person. Nothing is said where there is no such mark. */
export function OtherPeople({ patientId }: { patientId: string }) {
  const list = useList(listNotDuplicates, { patientId }, 'marks')
  if (!list.rows?.length) return null
  return (
    <Stack component="section" className={classes.section ?? ''} aria-labelledby="other-people">
      <Title order={2} id="other-people">
        Not the same person as
      </Title>
      {list.rows.map((mark) => (
        <MarkedPair key={mark.id} mark={mark} patientId={patientId} />
      ))}
      <ShowMore list={list} shown={list.rows.length} />
    </Stack>
  )
}

function MarkedPair({ mark, patientId }: { mark: Mark; patientId: string }) {
  const otherId = mark.patientIds.find((id) => id !== patientId) ?? patientId
  const { data: other } = useCall(getPatient, { patientId: otherId })
  const unmark = useUnmark()
  const name = other ? nameOf(other) : 'another record'
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <TextLink to="/patients/$patientId" params={{ patientId: otherId }} size="sm">
          <bdi>{name}</bdi>
        </TextLink>{' '}
        <Text span c="dimmed">
          {other && <PatientLine patient={other} />}
        </Text>
        <Text size="xs" c="dimmed">
          Marked by <bdi>{mark.markedBy.name}</bdi> <RelativeTime at={mark.markedAt} />
        </Text>
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={`Take the mark away: ${name}`}
        onClick={() => unmark(mark.id)}
      >
        Take the mark away
      </Button>
    </Group>
  )
}
