import type { Source } from '#contract'

interface FileFormat {
  /** Without the dot. */
  extensions: string[]
  mimeTypes: [string, ...string[]]
  kind: Source['kind']
}

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
} satisfies Record<string, FileFormat>

export type Format = keyof typeof formats

/** The result of `GET /api/source-formats`. */
export const sourceFormats = Object.entries<FileFormat>(formats).map(([format, rest]) => ({
  format: format as Format,
  ...rest,
}))

/** Returns the extension of a filename in lower case and without its dot, or an empty string. */
export function extensionOf(filename: string | null): string {
  return /[^./\\]\.([^./\\\s]{1,12})$/.exec(filename?.trim() ?? '')?.[1]?.toLowerCase() ?? ''
}

export function formatOfExtension(extension: string): Format | null {
  return sourceFormats.find(({ extensions }) => extensions.includes(extension))?.format ?? null
}

/** @param mimeType may have parameters, which are ignored */
export function formatOfMimeType(mimeType: string): Format | null {
  const essence = mimeType.split(';', 1)[0]!.trim().toLowerCase()
  return sourceFormats.find(({ mimeTypes }) => mimeTypes.includes(essence))?.format ?? null
}
