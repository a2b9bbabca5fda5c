// Separate because few quotations have several lines, so the code for them is loaded on first use.
import { areFields } from '#rules/row-fields'
import { Fields } from './fields.tsx'

/** A quotation of several lines. */
export default function QuotedLines({ text }: { text: string }) {
  if (!areFields(text)) return <bdi>“{text}”</bdi>
  return <Fields text={text} words={(start, end) => text.slice(start, end)} />
}
