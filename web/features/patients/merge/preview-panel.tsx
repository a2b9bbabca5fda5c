import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client'
import type { Merge, Patient } from '#contract'
import { Failure } from '../../../components/failure.tsx'
import { RecordLink } from '../../../components/record-link.tsx'
import { Warnings } from '../warnings.tsx'
import { movedRows, patientName } from '../words.ts'
import type { MergePreview } from './use-merge.ts'

/** What the merge would do with the current choices, as computed by the server. */
export function PreviewPanel({ preview, target }: { preview: MergePreview; target: Patient }) {
  const queries = useQueryClient()
  const { data, error, isPlaceholderData } = preview
  return (
    <Stack
      component="section"
      gap="xs"
      p="md"
      bg="var(--aerie-surface)"
      bd="1px solid var(--aerie-hairline)"
      bdrs="md"
      aria-labelledby="merge-preview"
    >
      <Title order={2} id="merge-preview">
        Preview
      </Title>
      <div aria-live="polite" aria-busy={isPlaceholderData || (!data && !error)}>
        {error ? (
          <>
            <Failure
              what="These records cannot be merged"
              error={error}
              onRetry={() => void queries.invalidateQueries({ queryKey: ['patients'] })}
            />
            {error instanceof ApiError && error.code === 'not_duplicates' && (
              <Text mt="xs">
                If they are the same person after all, first remove that flag on the page of{' '}
                <RecordLink to="patient" id={target.id} name={patientName(target)} />.
              </Text>
            )}
          </>
        ) : data ? (
          <Consequences of={data} />
        ) : (
          <Skeleton h={64} />
        )}
      </div>
    </Stack>
  )
}

function Consequences({ of: { moved, warnings, undo } }: { of: Merge }) {
  const rows = movedRows(moved)
  const isOne = rows.length === 1 && Object.values(moved).includes(1)
  return (
    <Stack gap="xs">
      <Text>
        {rows.length === 0
          ? 'Nothing refers to the merged record, so nothing moves.'
          : `${new Intl.ListFormat('en').format(rows)} ${isOne ? 'moves' : 'move'} to the record you keep.`}
      </Text>
      <Warnings sentences={warnings} />
      {undo.possible ? (
        <Text c="dimmed">
          The merged record stays readable and links to the one you keep. You can undo the merge later.
        </Text>
      ) : (
        <Warnings sentences={['The merge could not be undone.', ...undo.blockers]} />
      )}
    </Stack>
  )
}
