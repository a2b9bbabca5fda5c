import type { Reader } from '#database'

/**
 * Returns the file of an issued document in a format: the stored one, or else a new one, which is stored. Of several that
 * are created simultaneously, the first to be stored is returned by all.
 */
export async function issuedFile(
  reader: Reader,
  documentId: string,
  format: string,
  create: () => Promise<Buffer>,
): Promise<Buffer> {
  const stored = reader
    .selectFrom('issuedFiles')
    .select('content')
    .where('documentId', '=', documentId)
    .where('format', '=', format)
  const existing = await stored.executeTakeFirst()
  if (existing) return existing.content
  await reader
    .insertInto('issuedFiles')
    .values({ documentId, format, content: await create() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await stored.executeTakeFirstOrThrow()).content
}
