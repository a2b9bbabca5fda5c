import type { createSource, Source } from '#contract'
import { sourceFormats } from '#engines/extraction'
import type { Call, StoredFile } from '#platform'

type Body = Call<typeof createSource>['body']

/** Uploaded content: where it is stored, and what its sender states about it. */
export interface Content {
  fileKey: string
  bytes: number
  /** In hexadecimal. */
  sha256: string
  /** null if the text came as JSON. */
  filename: string | null
  mimeType: string
  kind: Source['kind']
  /** null if the content decides. */
  statedKind: 'text' | 'transcript' | null
  /** null if the text and its project decide. */
  statedLanguage: Source['statedLanguage']
}

export function contentOf(body: Body, { key, bytes, sha256 }: StoredFile): Content {
  const stored = { fileKey: key, bytes, sha256, statedLanguage: body.language ?? null }
  if (!('file' in body))
    return { ...stored, filename: null, mimeType: 'text/plain', kind: body.kind, statedKind: body.kind }
  const { filename, mimeType } = body.file
  return { ...stored, filename, mimeType, kind: probableKind(filename), statedKind: body.kind ?? null }
}

/** Guesses the kind of a file by its name, until it is read. */
function probableKind(filename: string): Source['kind'] {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return sourceFormats.find(({ extensions }) => extensions.includes(extension))?.kind ?? 'document'
}

/** Returns the optional columns that an upload sets; a field that is not given is undefined. */
export const detailsOf = ({ title, occurredAt, author, tags, metadata }: Body) => ({
  title,
  occurredAt,
  author,
  tags,
  metadata: metadata && JSON.stringify(metadata),
})
