import { getSourceContent } from '#contract'
import { FileMissingError, type Files, type Implementation, implement, Refusal } from '#platform'
import { sources } from '../library/sources.ts'

/** Tries again if the file was replaced or removed after its row was read. */
export const createGetContent = (files: Files): Implementation =>
  implement(getSourceContent, async ({ tx, params: { sourceId } }) => {
    for (let missing: string | undefined; ; ) {
      const source = await sources(tx)
        .select('sources.fileKey')
        .where('sources.id', '=', sourceId)
        .executeTakeFirst()
      if (!source) throw new Refusal('source_not_found')
      const { title, filename, fileKey } = source
      try {
        const content = await files.read(fileKey)
        return { type: 'application/octet-stream', filename: filename ?? `${title}.txt`, content }
      } catch (error) {
        if (!(error instanceof FileMissingError)) throw error
        if (fileKey === missing) throw contentMissing(error)
        missing = fileKey
      }
    }
  })

const contentMissing = (cause: Error) =>
  new Refusal('source_content_missing', 'The file of this source is missing in the file storage.', { cause })
