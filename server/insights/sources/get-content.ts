import { getSourceContent } from '#contract'
import { type Files, type Implementation, implement } from '#platform'
import { findSource } from './rows.ts'

export const createGetContent = (files: Files): Implementation =>
  implement(getSourceContent, async ({ tx, params: { sourceId } }) => {
    const { title, filename } = await findSource(tx, sourceId)
    const { fileKey } = await tx
      .selectFrom('sources')
      .select('fileKey')
      .where('id', '=', sourceId)
      .executeTakeFirstOrThrow()
    return {
      type: 'application/octet-stream',
      filename: filename ?? `${title}.txt`,
      content: await files.read(fileKey),
    }
  })
