import { Text } from '@mantine/core'
import type { FoundMention } from '#contract'
import { calendarDate, clock } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { MarkedText } from '../../components/marked-text.tsx'
import classes from './mention-list.module.css'

/** Sentences in which something was found, each leading to its place in the text. Days are those of the trend: UTC. */
export function MentionList({ mentions, label }: { mentions: FoundMention[]; label: string }) {
  return (
    <ol className={classes.mentions} aria-label={label}>
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
      <p className={classes.snippet} dir="auto">
        <MarkedText text={snippet} highlights={highlights} />
      </p>
      <Text size="xs" c="dimmed">
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
      </Text>
    </li>
  )
}
