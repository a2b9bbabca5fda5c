import type { ReactNode } from 'react'
import type { FoundMention } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { calendarDate, clock } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { Snippet } from '../../components/snippet.tsx'
import { useProjectId } from '../../project.ts'
import classes from './mention-list.module.css'

/** Sentences with mentions, each with a link to its place in the text. Days are UTC, as in the trend. */
export function MentionList<Mention extends FoundMention>(props: {
  mentions: readonly Mention[]
  label: string
  /** Shown next to a mention. */
  actionFor?: (mention: Mention) => ReactNode
}) {
  const { mentions, label, actionFor } = props
  return (
    <ol data-plain aria-label={label}>
      {mentions.map((mention) => (
        <MentionItem
          key={`${mention.sourceId} ${mention.start} ${mention.end} ${mention.rule}`}
          mention={mention}
          action={actionFor?.(mention)}
        />
      ))}
    </ol>
  )
}

function MentionItem({ mention, action }: { mention: FoundMention; action: ReactNode }) {
  const projectId = useProjectId()
  const { sourceId, sourceTitle, start, end, snippet, highlights, speaker, startMs, sentiment, occurredAt } =
    mention
  return (
    <li className={classes.mention}>
      <div className={classes.words}>
        <Snippet text={snippet} highlights={highlights} />
        <Caption>
          <TextLink
            to="/projects/$projectId/sources/$sourceId"
            params={{ projectId, sourceId }}
            search={{ at: `${start}-${end}` }}
            size="xs"
          >
            <bdi>{sourceTitle}</bdi>
          </TextLink>
          {speaker && (
            <>
              {' · '}
              <bdi>{speaker}</bdi>
            </>
          )}
          {startMs !== null && ` · ${clock(startMs)}`}
          {' · '}
          <time dateTime={occurredAt}>{calendarDate(occurredAt)}</time>
          {sentiment && ` · ${sentiment}`}
        </Caption>
      </div>
      {action}
    </li>
  )
}
