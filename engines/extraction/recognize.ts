import { ExtractionError, type Foreign } from './extracted.ts'
import { extensionOf, type Format, formatOfExtension, formatOfMimeType, formats } from './formats.ts'
import { type Signature, signatureOf } from './signature.ts'
import { latin1 } from './text.ts'

/** Formats whose files all begin alike; a PDF may begin later. */
const signedFormats: readonly Format[] = ['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'rtf']
const binaryFormats: readonly Format[] = [...signedFormats, 'pdf']
/** Formats for which a web page is an error: a sign-in page saved under the name of a download. */
const neverWebPages: readonly Format[] = [...binaryFormats, 'csv', 'json', 'vtt', 'srt']

/**
 * Recognizes the format of a file by its extension, MIME type or content, in this order.
 * @throws ExtractionError `unsupported_format`, `encrypted`, or `format_mismatch` if the content has another format
 */
export function recognize({ bytes, filename, mimeType }: Foreign): Format {
  const extension = extensionOf(filename)
  const signature = signatureOf(bytes)
  const byName = formatOfExtension(extension)
  if (byName) return confirm(byName, signature, `The file is named .${extension}`)
  const byType = formatOfMimeType(mimeType)
  // Many programs send any text as `text/plain`.
  if (byType && byType !== 'txt')
    return confirm(byType, signature, `The file is declared as ${byType.toUpperCase()}`)
  if (signature?.format) return signature.format
  if (signature)
    throw new ExtractionError('unsupported_format', `The file is ${signature.name}, which is not supported.`)
  return byText(bytes)
}

function confirm(format: Format, signature: Signature | null, named: string): Format {
  if (!signature && signedFormats.includes(format))
    throw new ExtractionError('format_mismatch', `${named}, but it is not ${formats[format].name}.`)
  if (!signature || signature.format === format) return format
  if (isText(signature) && !neverWebPages.includes(format)) return format
  // One reader reads both kinds of captions.
  if (signature.format === 'vtt' && format === 'srt') return format
  throw new ExtractionError('format_mismatch', `${named}, but it is ${signature.name}.`)
}

function isText({ format }: Signature): boolean {
  return format !== null && !binaryFormats.includes(format)
}

/** Recognizes text by its content. */
function byText(bytes: Uint8Array): Format {
  const head = latin1(bytes, 0, 4_096)
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
