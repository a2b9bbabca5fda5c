import type { listSourceFormats, Output, Project } from '#contract'
import { formatBytes } from '../../components/format.ts'
import { readable } from './upload-limits.ts'

interface NoSourcesProps {
  project: Project
  formats: Output<typeof listSourceFormats> | undefined
}

/** What sources are, and which files can be one. */
export function NoSources({ project, formats }: NoSourcesProps) {
  return (
    <>
      Sources are what people said and wrote: interviews, calls, survey answers, reviews, letters.{' '}
      {project.archivedAt
        ? 'The project is archived; restore it to add some.'
        : `Drop files anywhere on this page, or choose them here${formats ? `: ${readable(formats)}, up to ${formatBytes(formats.maxBytes)} each` : ''}.`}
    </>
  )
}
