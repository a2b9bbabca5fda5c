import type { Address, Email } from 'postal-mime'
import { Draft } from '../draft.ts'
import { type ContentLimits, ExtractionError } from '../extracted.ts'

const deepest = 20
const mostHeaderBytes = 2 ** 20

/**
 * Reads an email (RFC 5322, MIME) and those attached to it, a segment each: the subject, the text, the names of
 * attachments. Prefers plain text to HTML.
 */
export async function readEmail(bytes: Uint8Array, limits: ContentLimits): Promise<Draft> {
  const draft = new Draft(limits)
  await addMessage(bytes, draft, limits, 0)
  return draft
}

async function addMessage(
  bytes: Uint8Array,
  draft: Draft,
  limits: ContentLimits,
  depth: number,
): Promise<void> {
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    maxNestingDepth: deepest * 5,
    maxHeadersSize: mostHeaderBytes,
  })
  if (depth === 0) refuseOther(email)
  const nested = email.attachments.filter(({ mimeType }) => mimeType === 'message/rfc822')
  const names = email.attachments
    .filter((one) => !nested.includes(one) && !one.related)
    .flatMap(({ filename }) => filename ?? [])
  const subject = email.subject?.trim() ?? ''
  const content = [
    subject,
    await bodyOf(email, limits),
    names.length > 0 ? `Attachments: ${names.join(', ')}` : '',
  ]
  draft.add('message', content.filter((part) => part.trim() !== '').join('\n\n'), {
    label: subject || null,
    speaker: senderName(email.from ?? email.sender),
  })
  if (nested.length > 0 && depth === deepest)
    throw new ExtractionError('too_large_inside', 'The attached messages are nested too deeply.')
  for (const { content } of nested) await addMessage(contentBytes(content), draft, limits, depth + 1)
}

async function bodyOf({ text, html }: Email, limits: ContentLimits): Promise<string> {
  if (text?.trim()) return text.trim()
  if (!html) return ''
  const { readHtml } = await import('./html.ts')
  const draft = new Draft(limits)
  readHtml(html, draft)
  return draft.text
}

function refuseOther({ headers, attachments }: Email): void {
  const known = new Set([
    'from',
    'to',
    'subject',
    'date',
    'message-id',
    'received',
    'mime-version',
    'content-type',
  ])
  if (!headers.some(({ key }) => known.has(key)))
    throw new ExtractionError('format_mismatch', 'The file is named as an email but does not begin as one.')
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const sealed = /^\s*multipart\/encrypted|smime-type="?enveloped-data/i.test(type)
  if (sealed || attachments.some(({ mimeType }) => mimeType === 'application/pgp-encrypted'))
    throw new ExtractionError('encrypted', 'The message is encrypted.')
}

function senderName(from: Address | undefined): string | null {
  return from?.name?.trim() || from?.address?.trim() || null
}

function contentBytes(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}
