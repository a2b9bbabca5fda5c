import type { createSource, Source } from '#contract'
import type { Call, StoredFile } from '#platform'
import { sourceFormats } from '../extraction/index.ts'

type Body = Call<typeof createSource>['body']

/** What is uploaded: where it is kept, and what it says of itself. */
export interface Content {
  fileKey: string
  bytes: number
  /** In hexadecimal. */
  sha256: string
  /** null where the text came as JSON. */
  filename: string | null
  mimeType: string
  kind: Source['kind']
}

export function contentOf(body: Body, { key, bytes, sha256 }: StoredFile): Content {
  const stored = { fileKey: key, bytes, sha256 }
  if (!('file' in body)) return { ...stored, filename: null, mimeType: 'text/plain', kind: body.kind }
  const { filename, mimeType } = body.file
  return { ...stored, filename, mimeType, kind: probableKind(filename) }
}

/** What a file will turn out to be, by its name; the run that reads it knows. */
function probableKind(filename: string): Source['kind'] {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return sourceFormats.find(({ extensions }) => extensions.includes(extension))?.kind ?? 'document'
}

/** What may be said beside the content; what is not said is not there. */
export interface Details {
  title?: string | undefined
  occurredAt?: string | undefined
  author?: string | undefined
  tags?: string[] | undefined
  metadata?: string | undefined
}

export function detailsOf({ title, occurredAt, author, tags, metadata }: Body): Details {
  return {
    title,
    // PostgreSQL would round what is finer than a millisecond, even into the year 10000.
    occurredAt,
    author,
    tags,
    metadata: metadata && JSON.stringify(metadata),
  }
}
