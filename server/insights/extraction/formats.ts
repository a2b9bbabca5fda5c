import type { Source } from '#contract'

export const formats = {
  txt: { extensions: ['txt', 'text', 'log'], mimeTypes: ['text/plain'], kind: 'text' },
  md: { extensions: ['md', 'markdown'], mimeTypes: ['text/markdown'], kind: 'text' },
  html: {
    extensions: ['html', 'htm', 'xhtml'],
    mimeTypes: ['text/html', 'application/xhtml+xml'],
    kind: 'document',
  },
  pdf: { extensions: ['pdf'], mimeTypes: ['application/pdf'], kind: 'document' },
  docx: {
    extensions: ['docx'],
    mimeTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    kind: 'document',
  },
  csv: { extensions: ['csv', 'tsv'], mimeTypes: ['text/csv', 'text/tab-separated-values'], kind: 'table' },
  json: {
    extensions: ['json', 'jsonl', 'ndjson'],
    mimeTypes: ['application/json', 'application/jsonl', 'application/x-ndjson'],
    kind: 'table',
  },
  vtt: { extensions: ['vtt'], mimeTypes: ['text/vtt'], kind: 'transcript' },
  srt: { extensions: ['srt'], mimeTypes: ['application/x-subrip', 'text/srt'], kind: 'transcript' },
  eml: { extensions: ['eml'], mimeTypes: ['message/rfc822'], kind: 'email' },
} as const satisfies Record<string, { extensions: string[]; mimeTypes: string[]; kind: Source['kind'] }>

export type Format = keyof typeof formats

interface SourceFormat {
  format: Format
  extensions: string[]
  mimeTypes: string[]
  kind: Source['kind']
}

/** What `GET /api/source-formats` says; extensions are without their dot. */
export const sourceFormats: SourceFormat[] = Object.entries(formats).map(
  ([format, { extensions, mimeTypes, kind }]) => ({
    format: format as Format,
    extensions: [...extensions],
    mimeTypes: [...mimeTypes],
    kind,
  }),
)

/** The extension of a file's name, in small letters and without its dot; empty where there is none. */
export function extensionOf(filename: string | null): string {
  return /[^./\\]\.([^./\\\s]{1,12})$/.exec(filename?.trim() ?? '')?.[1]?.toLowerCase() ?? ''
}

export function formatOfExtension(extension: string): Format | null {
  return sourceFormats.find(({ extensions }) => extensions.includes(extension))?.format ?? null
}

/** @param mimeType perhaps with parameters, which do not count. */
export function formatOfMimeType(mimeType: string): Format | null {
  const essence = mimeType.split(';', 1)[0]!.trim().toLowerCase()
  return sourceFormats.find(({ mimeTypes }) => mimeTypes.includes(essence))?.format ?? null
}
