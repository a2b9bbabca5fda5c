import type { Segment, Source } from '#contract'
import { decode } from './decode.ts'
import { Draft, tooMuchText } from './draft.ts'
import { type ContentLimits, type Extracted, ExtractionError, type Foreign } from './extracted.ts'
import { readCaptions } from './formats/captions.ts'
import { readCsv } from './formats/csv.ts'
import { readDocx } from './formats/docx.ts'
import { readEmail } from './formats/email.ts'
import { readJson } from './formats/json.ts'
import { markdownSegments } from './formats/markdown.ts'
import { readPdf } from './formats/pdf.ts'
import { atMost, plainSegments } from './formats/plain.ts'
import { readTranscript } from './formats/transcript.ts'
import { type Format, formats } from './formats.ts'
import { languageOf } from './language.ts'
import { recognize } from './recognize.ts'
import { clean, latin1 } from './text.ts'
import { tooLarge } from './unzip.ts'

type Divided = Pick<Extracted, 'text' | 'segments'>
type Unrecognized = Omit<Extracted, 'language'>

/** Reads a file in this process, without a time limit; see `createExtractor`. @throws ExtractionError and nothing else */
export async function read(file: Foreign, limits: ContentLimits): Promise<Extracted> {
  const extracted = await readText(file, limits)
  return { ...extracted, language: await languageOf(extracted.text) }
}

/** Like `read`, but leaves the language open. */
export async function readText(file: Foreign, limits: ContentLimits): Promise<Unrecognized> {
  try {
    const format = file.kind === null ? formatOf(file) : 'txt'
    const { text, segments } = await readAs(format, file, limits)
    if (segments.length === 0) throw new ExtractionError('no_text', 'The file has no text.')
    const kind: Source['kind'] = file.kind ?? formats[format].kind
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

function formatOf(file: Foreign): Format {
  if (file.bytes.length === 0) throw empty()
  return recognize(file)
}

async function readAs(format: Format, file: Foreign, limits: ContentLimits): Promise<Divided> {
  const { bytes, kind } = file
  if (kind !== null) {
    const text = notEmpty(clean(new TextDecoder().decode(bytes)))
    return kind === 'text' ? whole(text, plainSegments, limits) : readTranscript(text, limits)
  }
  const declared = /;\s*charset="?([\w.:-]+)/i.exec(file.mimeType)?.[1] ?? null
  const text = async () => notEmpty(await decode(bytes, declared))
  switch (format) {
    case 'txt':
      return whole(await text(), plainSegments, limits)
    case 'md':
      return whole(await text(), markdownSegments, limits)
    case 'csv':
      return readCsv(await text(), limits)
    case 'json':
      return readJson(await text(), limits)
    case 'vtt':
    case 'srt':
      return readCaptions(await text(), limits)
    case 'html': {
      const { readHtml } = await import('./formats/html.ts')
      const draft = new Draft(limits)
      readHtml(notEmpty(await decode(bytes, declared ?? declaredInside(bytes))), draft)
      return draft
    }
    case 'pdf':
      return readPdf(bytes, limits)
    case 'docx':
      return readDocx(bytes, limits)
    case 'eml':
      return readEmail(bytes, limits)
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

/** Blames the file for any error of a parser. */
export function understood(error: unknown): ExtractionError {
  if (error instanceof ExtractionError) return error
  if (error instanceof RangeError && error.message === 'Invalid string length') return tooLarge()
  return new ExtractionError('unreadable', 'The file is damaged or has another format than its name.')
}
