import type { Segment } from '#contract'
import type { Transaction } from '#database'
import { newId } from '#platform'
import type { TestApp } from '#testing'
import { makeCurrent, writeParts } from '../../library/testing/write-text.ts'
import type { Matcher } from '../../matching/matcher.ts'
import { matchArrival, moveMentions, removeMentions, writeArrival } from '../../mentions/index.ts'

/** Returns a paragraph per line. */
export function segmentsOf(text: string): Segment[] {
  const lines = [...text.matchAll(/[^\n]*\S[^\n]*/g)]
  return lines.map(({ index, 0: line }) => {
    const speaker = /^(\w+): /.exec(line)?.[1] ?? null
    const of = { label: null, speaker, startMs: speaker ? index * 1000 : null, endMs: null }
    return { start: index, end: index + line.length, kind: 'paragraph', ...of }
  })
}

export interface NewSource {
  projectId: string
  title?: string
  text: string
  occurredAt?: string | null
}

class TrackersChanged extends Error {}

/** Adds, changes and deletes sources in the same way as the final transaction of their jobs. */
export function sourcesOn({ db, people }: TestApp, matcher: Matcher) {
  return {
    async add({ projectId, title = 'A source', text, occurredAt = null }: NewSource): Promise<string> {
      const id = newId()
      await db.reader
        .insertInto('sources')
        .values({
          id,
          projectId,
          title,
          occurredAt,
          kind: 'text',
          mimeType: 'text/plain',
          filename: null,
          bytes: Buffer.byteLength(text),
          sha256: Buffer.from(id).toString('hex').slice(0, 64).padEnd(64, '0'),
          fileKey: id,
          externalId: id,
          createdBy: people.member.id,
        })
        .execute()
      await this.write(id, projectId, text)
      return id
    },

    /** Sets the text of a source, and matches it with the current trackers. */
    async write(
      id: string,
      projectId: string,
      text: string,
      beforeCommit: () => Promise<void> = async () => {},
    ): Promise<void> {
      const segments = segmentsOf(text)
      const reading = await writeParts(db.reader, id, text, segments)
      for (;;) {
        const arrival = await matchArrival(db, matcher, {
          projectId,
          texts: [{ ...reading, language: 'en' }],
        })
        const outcome = await db
          .transaction(async (tx) => {
            if (!(await lock(tx, id))) return 'written'
            await makeCurrent(tx, reading)
            const written = await writeArrival(tx, arrival)
            // Nothing of the text may be visible without its mentions.
            if (written === 'trackers changed') throw new TrackersChanged()
            await tx
              .updateTable('sources')
              .set({ status: 'ready', reading: null, language: 'en', textChars: text.length })
              .where('id', '=', id)
              .execute()
            await beforeCommit()
            return written
          })
          .catch((error: unknown) => {
            if (!(error instanceof TrackersChanged)) throw error
            return 'trackers changed'
          })
        if (outcome === 'written') return
      }
    },

    async move(
      id: string,
      occurredAt: string | null,
      beforeCommit: () => Promise<void> = async () => {},
    ): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await lock(tx, id))) return
        await tx.updateTable('sources').set({ occurredAt }).where('id', '=', id).execute()
        await moveMentions(tx, id)
        await beforeCommit()
      })
    },

    async remove(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await lock(tx, id))) return
        await removeMentions(tx, [id])
        await tx.deleteFrom('sources').where('id', '=', id).execute()
      })
    },
  }
}

async function lock(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.selectFrom('sources').select('id').where('id', '=', id).forUpdate().execute()).length > 0
}
