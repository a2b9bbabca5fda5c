import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { record } from '#audit'
import { type Actor, getSourceContent } from '#contract'
import type { Database } from '#database'
import { FileMissingError, type Files } from '#files'
import { type Implementation, implementOutside, partOf, Refusal } from '#platform'
import { sources } from '../library/sources.ts'

/** Tries again if the file was replaced or removed after its row was read. No transaction waits for the file storage. */
export const createGetContent = (files: Files): Implementation =>
  implementOutside(getSourceContent, async ({ db, actor, params: { sourceId }, range }) => {
    for (let missing: string | undefined; ; ) {
      const source = await sources(db.reader)
        .select(sql<boolean>`sources.names_revision <> projects.names_revision`.as('mayHaveNames'))
        .where('sources.id', '=', sourceId)
        .executeTakeFirst()
      if (!source) throw new Refusal('source_not_found')
      const { title, filename, fileKey, bytes } = source
      if (fileKey === null) throw new Refusal('original_removed')
      if (source.mayHaveNames)
        throw new Refusal('source_not_ready', 'The names in this source are still being replaced.')
      const part = partOf(range, bytes)
      try {
        const content = await files.read(fileKey, part ?? undefined)
        await recordDownload(db, actor, source, content)
        return {
          type: 'application/octet-stream',
          filename: filename ?? `${title}.txt`,
          content,
          ofWhole: { bytes, part },
        }
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error
        if (fileKey === missing) throw contentMissing(error)
        missing = fileKey
      }
    }
  })

/** Records that somebody gets an original, before its first byte is sent. */
async function recordDownload(
  db: Database,
  actor: Actor,
  { id, title, projectId }: { id: string; title: string; projectId: string },
  content: Readable,
): Promise<void> {
  try {
    const target = { type: 'source', id, label: title } as const
    await db.transaction((tx) => record(tx, actor, 'source.download', target, { projectId }))
  } catch (error) {
    content.destroy()
    throw error
  }
}

const contentMissing = (cause: Error) =>
  new Refusal('source_content_missing', 'The file of this source is missing in the file storage.', { cause })
