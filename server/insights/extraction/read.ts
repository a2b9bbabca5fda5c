import type { Segment, Source } from '#contract'
import { clean } from './clean.ts'
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
import { recognise } from './recognise.ts'
import { tooLarge } from './unzip.ts'
import { skipWhite } from './white.ts'

/** Text and what divides it. */
interface Read {
  text: string
  segments: Segment[]
}

/**
 * Reads a file, in this process and however long it takes; see `createExtractor`.
 * @throws ExtractionError, never anything else.
 */
export async function read(file: Foreign, limits: ContentLimits): Promise<Extracted> {
  try {
    const format = file.kind === null ? formatOf(file) : 'txt'
    const { text, segments } = await readAs(format, file, limits)
    if (segments.length === 0) throw new ExtractionError('no_text', 'There is no text in the file.')
    const kind: Source['kind'] = file.kind ?? formats[format].kind
    return {
      text,
      segments: atMost(segments, limits.segments),
      kind,
      mimeType: formats[format].mimeTypes[0],
      language: await languageOf(text),
    }
  } catch (error) {
    throw understood(error)
  }
}

function formatOf(file: Foreign): Format {
  if (file.bytes.length === 0) throw empty()
  return recognise(file)
}

async function readAs(format: Format, file: Foreign, limits: ContentLimits): Promise<Read> {
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

/** The encoding that an HTML page says it has (https://html.spec.whatwg.org/#prescan). */
function declaredInside(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).toString('latin1')
  const found =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head) ??
    /^<\?xml[^>]+encoding=["']([\w.:-]+)/.exec(head)
  return found?.[1] ?? null
}

function whole(text: string, divide: (text: string) => Segment[], limits: ContentLimits): Read {
  if (text.length > limits.textChars) throw tooMuchText(limits)
  return { text, segments: divide(text) }
}

function notEmpty(text: string): string {
  if (skipWhite(text, 0, text.length) === text.length) throw empty()
  return text
}

function empty(): ExtractionError {
  return new ExtractionError('empty', 'The file is empty.')
}

/** Whatever a parser throws, the file is to blame. */
function understood(error: unknown): ExtractionError {
  if (error instanceof ExtractionError) return error
  // Longer than a string can be.
  if (error instanceof RangeError && error.message === 'Invalid string length') return tooLarge()
  return new ExtractionError('unreadable', 'The file is damaged, or is not what its name says.')
}
