import type { FoundMention } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { calendarDate, clock } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { Snippet } from '../../components/snippet.tsx'
import classes from './mention-list.module.css'

/** Sentences with mentions, each with a link to its place in the text. Days are UTC, as in the trend. */
export function MentionList({ mentions, label }: { mentions: FoundMention[]; label: string }) {
  return (
    <ol data-plain aria-label={label}>
      {mentions.map((mention) => (
        <Mention
          key={`${mention.sourceId} ${mention.start} ${mention.end} ${mention.rule}`}
          mention={mention}
        />
      ))}
    </ol>
  )
}

function Mention({ mention }: { mention: FoundMention }) {
  const { sourceId, sourceTitle, start, end, snippet, highlights, speaker, startMs, occurredAt } = mention
  return (
    <li className={classes.mention}>
      <Snippet text={snippet} highlights={highlights} />
      <Caption>
        <TextLink to="/sources/$sourceId" params={{ sourceId }} search={{ at: `${start}-${end}` }} size="xs">
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
      </Caption>
    </li>
  )
}
