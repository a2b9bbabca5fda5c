import { languageOf } from '#engines/language'
import type { Segment, SourceKind } from '#rules/source-text'
import { decode } from './decode.ts'
import { tooMuchText } from './draft.ts'
import { type ContentLimits, type Extracted, ExtractionError, type Foreign, understood } from './extracted.ts'
import { readCaptions } from './formats/captions.ts'
import { readCsv } from './formats/csv.ts'
import { readDocx } from './formats/docx.ts'
import { readEmail } from './formats/email.ts'
import { readJson } from './formats/json.ts'
import { markdownSegments } from './formats/markdown.ts'
import { readPdf } from './formats/pdf.ts'
import { atMost, plainSegments } from './formats/plain.ts'
import { addComments, type Commented } from './formats/remarks.ts'
import { readTranscript } from './formats/transcripts/read-text.ts'
import { type Format, formats } from './formats.ts'
import { recognize } from './recognize.ts'
import { clean, latin1 } from './text.ts'

type Divided = Pick<Extracted, 'text' | 'segments'>
type Unrecognized = Omit<Extracted, 'language'>

/** Reads a file in this process, without a time limit. @throws ExtractionError and nothing else */
export async function read(file: Foreign, limits: ContentLimits): Promise<Extracted> {
  const extracted = await readText(file, limits)
  return { ...extracted, language: await languageOf(extracted.text) }
}

/** Like `read`, but leaves the language open. */
export async function readText(file: Foreign, limits: ContentLimits): Promise<Unrecognized> {
  try {
    const format = isFile(file) ? formatOf(file) : 'txt'
    const { text, segments } = await readAs(format, file, limits)
    if (segments.length === 0) throw new ExtractionError('no_text', 'The file has no text.')
    const isTranscript = segments.some(({ kind }) => kind === 'turn')
    const kind: SourceKind = isTranscript ? 'transcript' : formats[format].kind
    return {
      text,
      segments: atMost(segments, limits.segments),
      kind,
      mimeType: formats[format].mimeTypes[0],
    }
  } catch (error) {
    throw understood(error)
  }
}

/** Text without a file name was sent as JSON. */
const isFile = ({ filename }: Foreign): boolean => filename !== null

function formatOf(file: Foreign): Format {
  if (file.bytes.length === 0) throw empty()
  return recognize(file)
}

async function readAs(format: Format, file: Foreign, limits: ContentLimits): Promise<Divided> {
  const { bytes, kind } = file
  const declared = /;\s*charset="?([\w.:-]+)/i.exec(file.mimeType)?.[1] ?? null
  const text = async () =>
    notEmpty(isFile(file) ? await decode(bytes, declared) : clean(new TextDecoder().decode(bytes)))
  const mayBeTranscript = kind !== 'text'
  const isTranscript = kind === 'transcript'
  const divided = (written: string, divide: (text: string) => Segment[]): Divided =>
    (mayBeTranscript && transcriptOf(written, limits, isTranscript)) || whole(written, divide, limits)
  const commented = ({ draft, comments }: Commented): Divided => {
    const read = (mayBeTranscript && readTranscript(draft.text, limits, isTranscript)) || draft
    addComments(read, comments)
    return read
  }
  switch (format) {
    case 'txt':
      return divided(await text(), plainSegments)
    case 'md':
      return divided(await text(), markdownSegments)
    case 'csv':
      return readCsv(await text(), limits, mayBeTranscript)
    case 'json':
      return readJson(await text(), limits, mayBeTranscript)
    case 'vtt':
    case 'srt':
      return readCaptions(await text(), limits)
    case 'html': {
      const { readPage } = await import('./formats/article.ts')
      const draft = await readPage(notEmpty(await decode(bytes, declared ?? declaredInside(bytes))), limits)
      return (isTranscript && readTranscript(draft.text, limits, true)) || draft
    }
    case 'pdf': {
      const draft = await readPdf(bytes, limits)
      return (isTranscript && readTranscript(draft.text, limits, true)) || draft
    }
    case 'docx':
      return commented(await readDocx(bytes, limits))
    case 'rtf':
      return commented((await import('./formats/rtf/read.ts')).readRtf(bytes, limits))
    case 'odt':
      return commented((await import('./formats/office/odf.ts')).readOdt(bytes, limits))
    case 'pptx':
      return (await import('./formats/office/pptx.ts')).readPptx(bytes, limits)
    case 'odp':
      return (await import('./formats/office/odf.ts')).readOdp(bytes, limits)
    case 'xlsx':
      return (await import('./formats/office/xlsx.ts')).readXlsx(bytes, limits, mayBeTranscript)
    case 'ods':
      return (await import('./formats/office/odf.ts')).readOds(bytes, limits, mayBeTranscript)
    case 'eml':
      return readEmail(bytes, limits)
  }
}

/** Reads a text as a transcript; null if it is none, or has more turns than can be stored: paragraphs can be joined. */
function transcriptOf(text: string, limits: ContentLimits, isStated: boolean): Divided | null {
  try {
    return readTranscript(text, limits, isStated)
  } catch (error) {
    if (error instanceof ExtractionError && error.code === 'too_much_text') return null
    throw error
  }
}

/** Returns the encoding that an HTML page declares (https://html.spec.whatwg.org/#prescan). */
function declaredInside(bytes: Uint8Array): string | null {
  const head = latin1(bytes, 0, 4_096)
  const found =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head) ??
    /^<\?xml[^>]+encoding=["']([\w.:-]+)/.exec(head)
  return found?.[1] ?? null
}

function whole(text: string, divide: (text: string) => Segment[], limits: ContentLimits): Divided {
  if (text.length > limits.textChars) throw tooMuchText(limits)
  return { text, segments: divide(text) }
}

function notEmpty(text: string): string {
  if (text.trimStart() === '') throw empty()
  return text
}

function empty(): ExtractionError {
  return new ExtractionError('empty', 'The file is empty.')
}
