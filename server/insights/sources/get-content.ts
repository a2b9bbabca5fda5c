import { getSourceContent } from '#contract'
import { FileMissingError, type Files } from '#files'
import { type Implementation, implement, partOf, Refusal } from '#platform'
import { sources } from '../library/sources.ts'

/** Tries again if the file was replaced or removed after its row was read. */
export const createGetContent = (files: Files): Implementation =>
  implement(getSourceContent, async ({ tx, params: { sourceId }, range }) => {
    for (let missing: string | undefined; ; ) {
      const source = await sources(tx)
        .select(['sources.fileKey', 'sources.bytes'])
        .where('sources.id', '=', sourceId)
        .executeTakeFirst()
      if (!source) throw new Refusal('source_not_found')
      const { title, filename, fileKey, bytes } = source
      const part = partOf(range, bytes)
      try {
        return {
          type: 'application/octet-stream',
          filename: filename ?? `${title}.txt`,
          content: await files.read(fileKey, part ?? undefined),
          ofWhole: { bytes, part },
        }
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error
        if (fileKey === missing) throw contentMissing(error)
        missing = fileKey
      }
    }
  })

const contentMissing = (cause: Error) =>
  new Refusal('source_content_missing', 'The file of this source is missing in the file storage.', { cause })
