import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import type { Source } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { dateOf, formatCount } from '../../components/format.ts'
import { RowLink } from '../../components/row-link.tsx'
import classes from './source-columns.module.css'
import { SourceMenu } from './source-menu.tsx'
import { SourceState } from './source-state.tsx'
import { kindNames } from './words.ts'

interface Acts {
  onTag: (tag: string) => void
  onRetry: (source: Source) => void
  onDelete: (source: Source) => void
}

export const sourceColumns = ({ onTag, onRetry, onDelete }: Acts): Column<Source>[] => [
  {
    heading: 'Title',
    cell: (source) => (
      <>
        <RowLink to="/sources/$sourceId" params={{ sourceId: source.id }} dir="auto">
          {source.title}
        </RowLink>
        <Below {...source} />
      </>
    ),
  },
  { heading: 'Kind', width: '6.5rem', cell: ({ kind }) => kindNames[kind] },
  { heading: 'Status', width: '7.5rem', cell: ({ status }) => <SourceState status={status} /> },
  {
    heading: 'Characters',
    align: 'right',
    width: '6.5rem',
    cell: ({ textChars }) => textChars !== null && formatCount(textChars),
  },
  {
    heading: 'Occurred',
    width: '7.5rem',
    cell: ({ occurredAt }) =>
      occurredAt ? (
        <time dateTime={occurredAt} className={classes.day}>
          {dateOf(occurredAt)}
        </time>
      ) : (
        <Text c="dimmed">
          <span aria-hidden>–</span>
          <VisuallyHidden component="span">Unknown</VisuallyHidden>
        </Text>
      ),
  },
  {
    heading: 'Tags',
    width: '9rem',
    cell: ({ tags }) =>
      tags.length > 0 && (
        <Group gap={4}>
          {tags.map((tag) => (
            <button type="button" key={tag} className={classes.tag} dir="auto" onClick={() => onTag(tag)}>
              <VisuallyHidden component="span">Only with the tag </VisuallyHidden>
              {tag}
            </button>
          ))}
        </Group>
      ),
  },
  {
    heading: 'Actions',
    hideHeading: true,
    align: 'right',
    width: '7rem',
    cell: (source) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        {source.status === 'failed' && (
          <Button variant="default" size="compact-sm" onClick={() => onRetry(source)}>
            Retry<VisuallyHidden component="span"> {source.title}</VisuallyHidden>
          </Button>
        )}
        <SourceMenu source={source} onDelete={onDelete} />
      </Group>
    ),
  },
]

/** Why it failed, or the name of its file where its title does not say it. */
function Below({ error, filename, title }: Source) {
  if (error) {
    return (
      <Text size="xs" c="dimmed">
        {error.message}
      </Text>
    )
  }
  if (!filename || filename.startsWith(title)) return null
  return (
    <Text size="xs" c="dimmed" lineClamp={1}>
      <bdi>{filename}</bdi>
    </Text>
  )
}
