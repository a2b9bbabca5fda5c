import type { SourceKind } from '#rules/source-text'

interface FileFormat {
  /** As in `it is a PDF`. */
  name: string
  /** What is read, for the API guide. */
  content: string
  /** Without the dot. */
  extensions: string[]
  mimeTypes: [string, ...string[]]
  kind: SourceKind
}

const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

export const formats = {
  txt: {
    name: 'plain text',
    content: 'Paragraphs, or turns of a transcript',
    extensions: ['txt', 'text', 'log'],
    mimeTypes: ['text/plain'],
    kind: 'text',
  },
  md: {
    name: 'Markdown',
    content: 'Headings and paragraphs',
    extensions: ['md', 'markdown'],
    mimeTypes: ['text/markdown'],
    kind: 'text',
  },
  html: {
    name: 'a web page',
    content: 'The main content of the page, without menus, footers, notices and teasers',
    extensions: ['html', 'htm', 'xhtml'],
    mimeTypes: ['text/html', 'application/xhtml+xml'],
    kind: 'document',
  },
  pdf: {
    name: 'a PDF',
    content: 'Pages, filled fields of forms, and comments',
    extensions: ['pdf'],
    mimeTypes: ['application/pdf'],
    kind: 'document',
  },
  docx: {
    name: 'a Word document',
    content: 'Headings, paragraphs, lists, tables, notes and comments',
    extensions: ['docx', 'docm'],
    mimeTypes: [`${openXml}.wordprocessingml.document`, 'application/vnd.ms-word.document.macroenabled.12'],
    kind: 'document',
  },
  pptx: {
    name: 'a presentation (PowerPoint)',
    content: 'Slides with the words of their charts, notes and comments',
    extensions: ['pptx', 'pptm', 'ppsx'],
    mimeTypes: [
      `${openXml}.presentationml.presentation`,
      `${openXml}.presentationml.slideshow`,
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    ],
    kind: 'document',
  },
  xlsx: {
    name: 'a spreadsheet (Excel)',
    content: 'Rows of all sheets that are not hidden, with values as displayed, and comments',
    extensions: ['xlsx', 'xlsm'],
    mimeTypes: [`${openXml}.spreadsheetml.sheet`, 'application/vnd.ms-excel.sheet.macroenabled.12'],
    kind: 'table',
  },
  odt: {
    name: 'a text document (OpenDocument)',
    content: 'As in Word documents',
    extensions: ['odt'],
    mimeTypes: [`${openDocument}.text`],
    kind: 'document',
  },
  odp: {
    name: 'a presentation (OpenDocument)',
    content: 'Slides, their notes and comments',
    extensions: ['odp'],
    mimeTypes: [`${openDocument}.presentation`],
    kind: 'document',
  },
  ods: {
    name: 'a spreadsheet (OpenDocument)',
    content: 'As in Excel',
    extensions: ['ods'],
    mimeTypes: [`${openDocument}.spreadsheet`],
    kind: 'table',
  },
  rtf: {
    name: 'a document in Rich Text Format',
    content: 'As in Word documents',
    extensions: ['rtf'],
    mimeTypes: ['application/rtf', 'text/rtf'],
    kind: 'document',
  },
  csv: {
    name: 'a table (CSV)',
    content: 'Rows',
    extensions: ['csv', 'tsv'],
    mimeTypes: ['text/csv', 'text/tab-separated-values'],
    kind: 'table',
  },
  json: {
    name: 'JSON',
    content: 'Records, or turns of a transcript',
    extensions: ['json', 'jsonl', 'ndjson'],
    mimeTypes: ['application/json', 'application/jsonl', 'application/x-ndjson'],
    kind: 'table',
  },
  vtt: {
    name: 'captions (WebVTT)',
    content: 'Turns',
    extensions: ['vtt'],
    mimeTypes: ['text/vtt'],
    kind: 'transcript',
  },
  srt: {
    name: 'captions (SubRip)',
    content: 'Turns',
    extensions: ['srt'],
    mimeTypes: ['application/x-subrip', 'text/srt'],
    kind: 'transcript',
  },
  eml: {
    name: 'an email',
    content: 'The subject, the text, and attached emails',
    extensions: ['eml'],
    mimeTypes: ['message/rfc822'],
    kind: 'email',
  },
} satisfies Record<string, FileFormat>

export type Format = keyof typeof formats

/** The result of `GET /api/source-formats`. */
export const sourceFormats = Object.entries<FileFormat>(formats).map(
  ([format, { name: _, content: __, ...rest }]) => ({
    format: format as Format,
    ...rest,
  }),
)

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
