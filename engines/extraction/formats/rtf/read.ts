import { Draft } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'
import type { Commented } from '../remarks.ts'
import { RtfText } from './text.ts'
import { readTokens } from './tokens.ts'

/** Reads a document in Rich Text Format: headings, paragraphs, tables, text boxes and notes; and its comments. */
export function readRtf(bytes: Uint8Array, limits: ContentLimits): Commented {
  const draft = new Draft(limits)
  const text = new RtfText(draft)
  readTokens(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), text)
  return { draft, comments: text.end() }
}
