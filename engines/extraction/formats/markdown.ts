import type { Segment } from '#rules/source-text'
import { segment } from '../draft.ts'
import { lines, paragraphs } from '../passages.ts'
import { skipWhite, trimWhite } from '../text.ts'

const heading = /^ {0,3}#{1,6}(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t\r]*$/
const underline = /^ {0,3}(?:=+|-+)[ \t\r]*$/
const fence = /^ {0,3}(`{3,}|~{3,})/
const block = /^ {0,3}(?:[-*+>|]|\d+[.)])/

/** Divides Markdown, which stays as written. Headings are those of CommonMark, with `#` or underlined, outside code. */
export function markdownSegments(text: string): Segment[] {
  const segments: Segment[] = []
  const between = (from: number, to: number) => {
    for (const [start, end] of paragraphs(text, from, to)) segments.push(segment('paragraph', start, end))
  }
  let open = 0
  let before: [number, number] | null = null
  let code: string | null = null
  let front = /^---[ \t]*\r?\n/.test(text)
  for (const [start, end] of lines(text)) {
    // No heading is longer, and longer lines are slow to match.
    const line = end - start > 1_000 ? text.slice(start, start + 1_000).trimEnd() : text.slice(start, end)
    if (front) {
      front = start === 0 || !/^(?:---|\.\.\.)[ \t\r]*$/.test(line)
      continue
    }
    const mark = fence.exec(line)?.[1]
    if (code !== null) {
      if (mark?.startsWith(code)) code = null
      before = null
    } else if (mark) {
      code = mark
      before = null
    } else {
      const written = end - start <= 1_000 ? heading.exec(line) : null
      const from = skipWhite(text, start, end)
      if (written) {
        between(open, start)
        add(from, end, written[1] ?? '')
      } else if (before && underline.test(line)) {
        between(open, before[0])
        add(skipWhite(text, ...before), end, text.slice(...before))
      } else {
        before = from < end && end - start <= 1_000 && !block.test(line) ? [start, end] : null
      }
    }
  }
  between(open, text.length)
  return segments

  function add(start: number, end: number, label: string) {
    segments.push(segment('heading', start, trimWhite(text, start, end), { label: label.trim() || null }))
    open = end
    before = null
  }
}
