import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Transaction } from '#database'
import { decodeText, ExtractionError } from '#engines/extraction'
import { FileMissingError, type Files } from '#files'
import type { ProjectNames } from '../../library/names.ts'
import type { Reading } from './claim.ts'

/** The file without names that takes the place of an original; null if the original is only removed. */
export type Original = Awaited<ReturnType<Files['write']>> | null

/**
 * Replaces names in the original of a source. Only plain text can be rewritten: any other format may have names where no reader finds
 * them.
 * @returns undefined if the original has none and is kept
 */
export async function originalWithout(
  names: ProjectNames,
  { fileKey }: Reading,
  mimeType: string,
  files: Files,
): Promise<Original | undefined> {
  if (fileKey === null || mimeType !== 'text/plain') return null
  try {
    const chunks = await Array.fromAsync<Buffer>(await files.read(fileKey))
    const text = await decodeText(Buffer.concat(chunks))
    const pieces: string[] = []
    for (const piece of names.pseudonyms.replaceInPieces(text)) {
      pieces.push(piece)
      await turn()
    }
    const replaced = pieces.join('')
    return replaced === text ? undefined : await files.write(replaced)
  } catch (error) {
    if (error instanceof FileMissingError || error instanceof ExtractionError) return null
    throw error
  }
}

/** Has sources refer to what takes the place of their originals. The caller removes those after the commit. */
export async function writeOriginals(
  tx: Transaction,
  texts: { sourceId: string; original?: Original }[],
): Promise<void> {
  const changed = texts.filter(({ original }) => original !== undefined)
  if (changed.length === 0) return
  await sql`
    update sources set file_key = text.file_key, stored_sha256 = text.sha256, bytes = coalesce(text.bytes, sources.bytes)
    from unnest(
      ${changed.map(({ sourceId }) => sourceId)}::uuid[],
      ${changed.map(({ original }) => original?.key ?? null)}::text[],
      ${changed.map(({ original }) => original?.sha256 ?? null)}::text[],
      ${changed.map(({ original }) => original?.bytes ?? null)}::bigint[]
    ) as text (source_id, file_key, sha256, bytes)
    where sources.id = text.source_id`.execute(tx)
}
