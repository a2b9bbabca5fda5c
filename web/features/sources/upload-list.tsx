import { Button, Group, Text, Title } from '@mantine/core'
import type { Project } from '#contract'
import { formatCount, plural } from '../../components/format.ts'
import classes from './upload-list.module.css'
import { isBeingRead, isGoingUp, type Upload } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'
import { uploads, useUploads } from './uploads.ts'

/** So many are shown; of thousands, those that ask for something come first. */
const shownAtMost = 60
/** Sources are read in the order they came in: those behind the first ones have not changed. */
const watchedAtOnce = 5

/** What is going up to a project, and what became of it. */
export function UploadList({ project }: { project: Project }) {
  const list = useUploads(project.id)
  if (list.length === 0) return null

  const shown = list.length > shownAtMost ? list.toSorted(byUrgency).slice(0, shownAtMost) : list
  const watched = shown.filter(({ state }) => isBeingRead(state)).slice(0, watchedAtOnce)
  const goingUp = list.filter(({ state }) => isGoingUp(state))
  const failed = list.filter(({ state }) => state.is === 'failed')
  const rest = goingUp.length > 0 ? goingUp : list
  const retryFailed = () => {
    for (const { id } of failed) uploads.retry(id)
  }
  return (
    <section className={classes.uploads} aria-labelledby="uploads">
      <Group justify="space-between" gap="xs" mb={4}>
        <Group gap="xs" align="baseline">
          <Title order={2} id="uploads" size="h3">
            Uploads
          </Title>
          <Text span c="dimmed" role="status">
            {summary(list)}
          </Text>
        </Group>
        <Group gap="xs">
          {failed.length > 1 && (
            <Button variant="default" size="compact-sm" onClick={retryFailed}>
              Retry all that failed
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => uploads.remove(rest.map(({ id }) => id))}
          >
            {goingUp.length > 0 ? 'Cancel all' : 'Clear'}
          </Button>
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul className={classes.list} aria-labelledby="uploads" tabIndex={0}>
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} watched={watched.includes(upload)} />
        ))}
      </ul>
      {list.length > shown.length && (
        <Text size="xs" c="dimmed">
          And {formatCount(list.length - shown.length)} more.
        </Text>
      )}
    </section>
  )
}

/** `3 of 5 files are up, 1 of them failed` */
function summary(list: readonly Upload[]): string {
  const up = list.filter(({ state }) => state.is === 'received').length
  const failed = list.filter(
    ({ state }) =>
      state.is === 'failed' ||
      state.is === 'refused' ||
      (state.is === 'received' && state.source.status === 'failed'),
  ).length
  return `${formatCount(up)} of ${plural(list.length, 'file')} uploaded${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`
}

const urgency = ({ state }: Upload) =>
  state.is === 'sending'
    ? 0
    : state.is === 'failed' || state.is === 'refused'
      ? 1
      : isBeingRead(state)
        ? 2
        : 3
const byUrgency = (one: Upload, other: Upload) => urgency(one) - urgency(other) || one.id - other.id
