import { Button, Group, Text, Title } from '@mantine/core'
import type { Project } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import { formatCount, plural } from '../../../components/format.ts'
import { isBeingRead, isGoingUp, type Upload } from '../uploads/upload-queue.ts'
import { uploads, useUploads } from '../uploads/uploads.ts'
import classes from './upload-list.module.css'
import { UploadRow } from './upload-row.tsx'

/** If there are thousands of uploads, only the most urgent are shown. */
const maxShown = 60
/** Sources are read in order of arrival, so only the first ones can have changed. */
const maxWatched = 5

/** Uploads to a project: in progress, finished and failed. */
export function UploadList({ project }: { project: Project }) {
  const list = useUploads(project.id)
  if (list.length === 0) return null

  const shown = list.length > maxShown ? list.toSorted(byUrgency).slice(0, maxShown) : list
  const watched = shown.filter(({ state }) => isBeingRead(state)).slice(0, maxWatched)
  const unfinished = list.filter(({ state }) => isGoingUp(state))
  const failed = list.filter(({ state }) => state.is === 'failed')
  const rest = unfinished.length > 0 ? unfinished : list
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
            <Button size="compact-sm" onClick={retryFailed}>
              Retry failed
            </Button>
          )}
          <Button size="compact-sm" onClick={() => uploads.remove(rest.map(({ id }) => id))}>
            {unfinished.length > 0 ? 'Cancel all' : 'Clear'}
          </Button>
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul className={classes.list} data-plain aria-labelledby="uploads" tabIndex={0}>
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} watched={watched.includes(upload)} />
        ))}
      </ul>
      {list.length > shown.length && <Caption>And {formatCount(list.length - shown.length)} more.</Caption>}
    </section>
  )
}

/** `3 of 5 files uploaded, 1 failed` */
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

function urgency({ state }: Upload): number {
  if (state.is === 'sending') return 0
  if (state.is === 'failed' || state.is === 'refused') return 1
  return isBeingRead(state) ? 2 : 3
}
const byUrgency = (one: Upload, other: Upload) => urgency(one) - urgency(other) || one.id - other.id
