import { ExtractionError, type Foreign } from './extracted.ts'
import { extensionOf, type Format, formatOfExtension, formatOfMimeType } from './formats.ts'
import { type Signature, signatureOf } from './signature.ts'

const binaryFormats: readonly Format[] = ['pdf', 'docx']
/** Formats that a web page is never: a sign-in page that was saved under the name of what was to be fetched. */
const neverWebPages: readonly Format[] = ['pdf', 'docx', 'csv', 'json', 'vtt', 'srt']

/**
 * The format of a file: by its extension, then its MIME type, then its content.
 * @throws ExtractionError `unsupported_format`, or `format_mismatch` where the content is something else.
 */
export function recognise({ bytes, filename, mimeType }: Foreign): Format {
  const extension = extensionOf(filename)
  const signature = signatureOf(bytes)
  const byName = formatOfExtension(extension)
  if (byName) return confirmed(byName, signature, `The file is named .${extension}`)
  const byType = formatOfMimeType(mimeType)
  // `text/plain` is what many programs say of any text.
  if (byType && byType !== 'txt')
    return confirmed(byType, signature, `The file is said to be ${formatName(byType)}`)
  if (signature?.format) return signature.format
  if (signature)
    throw new ExtractionError(
      'unsupported_format',
      `The file is ${signature.name}, which Aerie does not read.`,
    )
  return byText(bytes)
}

function confirmed(format: Format, signature: Signature | null, named: string): Format {
  if (!signature || signature.format === format) return format
  if (isText(signature) && !neverWebPages.includes(format)) return format
  // Captions in either form are read alike.
  if (signature.format === 'vtt' && format === 'srt') return format
  throw new ExtractionError('format_mismatch', `${named}, but it is ${signature.name}.`)
}

function isText({ format }: Signature): boolean {
  return format !== null && !binaryFormats.includes(format)
}

function formatName(format: Format): string {
  return format.toUpperCase()
}

/** What a text is whose name says nothing. */
function byText(bytes: Uint8Array): Format {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).toString('latin1')
  if (/^\s*(?:\d+\s+)?\d{2}:\d{2}:\d{2},\d{3} -->/.test(head)) return 'srt'
  if (
    /^(?:(?:Return-Path|Received|Delivered-To|From|MIME-Version|Message-ID): [^\n]*\r?\n(?:[^\n]+\r?\n)*)/i.test(
      head,
    )
  )
    return 'eml'
  if (/^\s*[[{]/.test(head) && isJson(bytes)) return 'json'
  return 'txt'
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return true
  } catch {
    return false
  }
}
