import { Text } from '@mantine/core'
import type { Project } from '#contract'
import { plural } from '../../components/format.ts'
import { RelativeTime } from '../../components/relative-time.tsx'

/** What was found in a project so far, and when it was made. */
export function ProjectFacts({ project: { counts, createdAt, archivedAt } }: { project: Project }) {
  return (
    <Text size="xs" mt={4}>
      {plural(counts.mentions, 'mention')} · made <RelativeTime at={createdAt} />
      {archivedAt && (
        <>
          {' · archived '}
          <RelativeTime at={archivedAt} />
        </>
      )}
    </Text>
  )
}
