import { sql } from 'kysely'
import { z } from 'zod'
import { listSourceMentions } from '#contract'
import { implement } from '#platform'
import { decode, encode } from '../../library/position.ts'
import { mentions, toMention } from './mentions.ts'

const place = z.tuple([z.int32(), z.uuid()])

export const listMentionsOfSource = implement(
  listSourceMentions,
  async ({ tx, params: { sourceId }, query: { limit, cursor } }) => {
    const [start, id] = cursor === undefined ? [] : decode(place, cursor, 'cursor')
    const rows = await mentions(tx)
      .innerJoin('trackers', 'trackers.id', 'mentions.trackerId')
      .where('trackers.deletedAt', 'is', null)
      .where('mentions.sourceId', '=', sourceId)
      .where('mentions.dismissed', '=', false)
      .$if(id !== undefined, (query) =>
        query.where(sql<boolean>`(start_offset, mentions.id) > (${start}::integer, ${id}::uuid)`),
      )
      .orderBy('startOffset')
      .orderBy('mentions.id')
      .limit(limit + 1)
      .execute()
    const data = rows.slice(0, limit).map(toMention)
    const last = data.at(-1)
    return { data, nextCursor: rows.length > limit && last ? encode([last.start, last.id]) : null }
  },
)
