import type { FoundMention } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { calendarDate, clock } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { MarkedText } from '../../components/marked-text.tsx'
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
      <p style={{ maxWidth: '42rem', margin: '0 0 4px' }} dir="auto">
        <MarkedText text={snippet} highlights={highlights} />
      </p>
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
