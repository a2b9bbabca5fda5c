import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client'
import type { Merge, Patient } from '#contract'
import { Failure } from '../../components/failure.tsx'
import { TextLink } from '../../components/links.tsx'
import classes from './preview-panel.module.css'
import { rowsIn } from './table-names.ts'
import type { MergePreview } from './use-merge.ts'
import { Warnings } from './warnings.tsx'
import { nameOf } from './words.ts'

/** What would follow from the choices, as the server says it. */
export function PreviewPanel({ preview, target }: { preview: MergePreview; target: Patient }) {
  const queries = useQueryClient()
  const { data, error, isPlaceholderData } = preview
  return (
    <Stack component="section" gap="xs" className={classes.panel ?? ''} aria-labelledby="what-happens">
      <Title order={2} id="what-happens">
        What will happen
      </Title>
      <div aria-live="polite" aria-busy={isPlaceholderData || (!data && !error)}>
        {error ? (
          <>
            <Failure
              what="These two cannot be merged like this"
              error={error}
              onRetry={() => void queries.invalidateQueries({ queryKey: ['patients'] })}
            />
            {error instanceof ApiError && error.code === 'not_duplicates' && (
              <Text mt="xs">
                If they are one person after all, take that mark away on the page of{' '}
                <TextLink to="/patients/$patientId" params={{ patientId: target.id }}>
                  <bdi>{nameOf(target)}</bdi>
                </TextLink>{' '}
                first.
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
  const rows = Object.entries(moved).filter(([, count]) => count > 0)
  const isOne = rows.length === 1 && rows[0]?.[1] === 1
  return (
    <Stack gap="xs">
      <Text>
        {rows.length === 0
          ? 'Nothing else refers to the record that is retired, so nothing else moves.'
          : `${listed(rows.map(([table, count]) => rowsIn(table, count)))} ${isOne ? 'moves' : 'move'} to the record that stays.`}
      </Text>
      <Warnings sentences={warnings} />
      {undo.possible ? (
        <Text c="dimmed">
          The retired record stays readable and leads to the one that stays. You can undo the merge later.
        </Text>
      ) : (
        <Warnings sentences={['The merge could not be undone.', ...undo.blockers]} />
      )}
    </Stack>
  )
}

const listed = (parts: string[]) => new Intl.ListFormat('en').format(parts)
