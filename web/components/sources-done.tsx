import { Progress } from '@mantine/core'
import { Caption } from './caption.tsx'
import { formatCount } from './format.ts'

interface SourcesDoneProps {
  /** What is done: `Searching existing sources`. */
  what: string
  done: number
  total: number
}

/** The progress of work on the sources of a project. */
export function SourcesDone({ what, done, total }: SourcesDoneProps) {
  return (
    <div role="status">
      <Caption>
        {what}: {formatCount(done)} of {formatCount(total)}
      </Caption>
      <Progress size="xs" maw="16rem" value={total === 0 ? 100 : (done / total) * 100} aria-hidden />
    </div>
  )
}
