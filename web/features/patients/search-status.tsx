import { Progress, Stack, Text } from '@mantine/core'
import type { DuplicateSearch } from '#contract'
import { formatCount } from '../../components/format.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import classes from './search-status.module.css'
import { Warnings } from './warnings.tsx'

/** How far a search among all patients is, or when the last one was. It goes on when one leaves the page. */
export function SearchStatus({ of: search }: { of: DuplicateSearch }) {
  const { status, done, total, finishedAt } = search
  if (status === 'failed')
    return (
      <div className={classes.status}>
        <Warnings
          sentences={[
            'The last search did not finish. Search again; if that fails too, tell your administrator.',
          ]}
        />
      </div>
    )
  if (status === 'done')
    return (
      <Text c="dimmed" className={classes.status ?? ''}>
        {formatCount(total)} {total === 1 ? 'patient was' : 'patients were'} compared{' '}
        {finishedAt && <RelativeTime at={finishedAt} />}.
      </Text>
    )
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <Stack gap={6} className={classes.status ?? ''}>
      <Text role="status">
        {status === 'queued'
          ? 'The search is about to start.'
          : `${formatCount(done)} of ${formatCount(total)} patients compared. You can leave this page meanwhile.`}
      </Text>
      <Progress value={percent} aria-label="Search for duplicates" striped={status === 'queued'} />
    </Stack>
  )
}
