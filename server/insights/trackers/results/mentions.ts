import type { Mention } from '#contract'
import type { Reader } from '#database'

/** Selects mentions with data of their sources; the caller adds conditions. */
export function mentions(tx: Reader) {
  return tx
    .selectFrom('mentions')
    .innerJoin('sources', 'sources.id', 'mentions.sourceId')
    .select([
      'mentions.seq',
      'mentions.id',
      'mentions.trackerId',
      'mentions.sourceId',
      'sources.title as sourceTitle',
      'mentions.rule',
      'mentions.text',
      'mentions.startOffset as start',
      'mentions.endOffset as end',
      'mentions.snippet',
      'mentions.highlights',
      'mentions.speaker',
      'mentions.startMs',
      'mentions.sentiment',
      'mentions.detectedAt',
      'mentions.dismissed',
    ])
    .select(({ fn }) => fn.coalesce('sources.occurredAt', 'sources.createdAt').as('occurredAt'))
}

type MentionRow = Awaited<ReturnType<ReturnType<typeof mentions>['executeTakeFirstOrThrow']>>

export const toMention = (row: MentionRow): Mention => ({
  ...row,
  highlights: row.highlights as Mention['highlights'],
  sentiment: row.sentiment as Mention['sentiment'],
})
