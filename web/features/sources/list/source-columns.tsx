import { Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Source } from '#contract'
import { Caption } from '../../../components/caption.tsx'
import {
  actionsColumn,
  type Column,
  column,
  numberColumn,
  RowButton,
  RowLink,
} from '../../../components/columns.tsx'
import { dateOf, formatCount } from '../../../components/format.ts'
import { SourceMenu } from '../source-menu.tsx'
import { kindNames, SourceState } from '../source-state.tsx'
import { mayRetry } from '../use-source-actions.ts'
import classes from './sources-page.module.css'

interface SourceActions {
  mayEdit: boolean
  onTag: (tag: string) => void
  onRetry: (source: Source) => void
  onDelete: (source: Source) => void
}

export const sourceColumns = ({ mayEdit, onTag, onRetry, onDelete }: SourceActions): Column<Source>[] => [
  column('Title', {}, (source) => (
    <>
      <RowLink
        to="/projects/$projectId/sources/$sourceId"
        params={{ projectId: source.projectId, sourceId: source.id }}
        dir="auto"
      >
        {source.title}
      </RowLink>
      <Subtitle {...source} />
    </>
  )),
  column('Kind', { width: '6.5rem' }, ({ kind }) => kindNames[kind]),
  column('Status', { width: '7.5rem' }, ({ status }) => <SourceState status={status} />),
  numberColumn(
    'Characters',
    { width: '6.5rem' },
    ({ textChars }) => textChars !== null && formatCount(textChars),
  ),
  column('Date', { width: '7.5rem' }, ({ occurredAt }) =>
    occurredAt ? (
      <time dateTime={occurredAt} style={{ whiteSpace: 'nowrap' }}>
        {dateOf(occurredAt)}
      </time>
    ) : (
      <Text c="dimmed">
        <span aria-hidden>–</span>
        <VisuallyHidden>Unknown</VisuallyHidden>
      </Text>
    ),
  ),
  column(
    'Tags',
    { width: '9rem' },
    ({ tags }) =>
      tags.length > 0 && (
        <Group gap={4}>
          {tags.map((tag) => (
            <UnstyledButton key={tag} className={classes.tag ?? ''} dir="auto" onClick={() => onTag(tag)}>
              <VisuallyHidden>Only with the tag </VisuallyHidden>
              {tag}
            </UnstyledButton>
          ))}
        </Group>
      ),
  ),
  actionsColumn('7rem', (source) => (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {mayEdit && mayRetry(source) && (
        <RowButton of={source.title} onClick={() => onRetry(source)} label="Retry" />
      )}
      <SourceMenu inList source={source} mayEdit={mayEdit} onDelete={onDelete} />
    </Group>
  )),
]

/** Shows why a source failed, or its file name unless the title contains it. */
function Subtitle({ error, filename, title }: Source) {
  if (error) {
    return <Caption>{error.message}</Caption>
  }
  if (!filename || filename.startsWith(title)) return null
  return (
    <Caption lineClamp={1}>
      <bdi>{filename}</bdi>
    </Caption>
  )
}
