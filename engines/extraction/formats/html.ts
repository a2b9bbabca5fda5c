import { Parser } from 'htmlparser2'
import type { Draft } from '../draft.ts'
import { Page } from './page.ts'

const skipped = new Set(
  'script style template noscript title svg iframe object audio video canvas select datalist textarea'.split(
    ' ',
  ),
)
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const blocks = new Set(
  `address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form
  header hr html main nav p pre section summary caption`.split(/\s+/),
)
const atOnce = 65_536

/** Writes what a browser would show to `draft`, without running or fetching anything. */
export function readHtml(html: string, draft: Draft): void {
  const page = new Page(draft)
  /** The number of open elements within a hidden one, including itself. */
  let hidden = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (hidden > 0 || isUnseen(name, attributes)) hidden++
        else open(page, name, attributes)
      },
      onclosetag(name) {
        if (hidden > 0) hidden--
        else close(page, name)
      },
      ontext(text) {
        if (hidden === 0) page.text(text)
      },
    },
    { decodeEntities: true },
  )
  // In chunks, to notice early that a page is too long.
  for (let at = 0; at < html.length; at += atOnce) parser.write(html.slice(at, at + atOnce))
  parser.end()
  page.end()
}

/** Returns whether a browser would not show an element, or not as text. */
export function isUnseen(name: string, { hidden, style }: Record<string, string>): boolean {
  return (
    skipped.has(name) ||
    hidden !== undefined ||
    (style !== undefined && /(?:^|;)\s*display\s*:\s*none/i.test(style))
  )
}

function open(page: Page, name: string, attributes: Record<string, string>): void {
  if (name === 'br') page.breakLine()
  else if (name === 'ul' || name === 'ol') page.openList(name === 'ol' ? Number(attributes.start ?? 1) : null)
  else if (name === 'li') page.openItem()
  else if (name === 'table') page.openTable()
  else if (name === 'tr') page.closeRow()
  else if (name === 'td' || name === 'th') page.openCell()
  else if (headings.has(name)) page.setHeading(true)
  else if (name === 'pre') page.nestVerbatim(1)
  else if (blocks.has(name)) page.breakBlock()
}

function close(page: Page, name: string): void {
  if (name === 'ul' || name === 'ol') page.closeList()
  else if (name === 'table') page.closeTable()
  else if (name === 'tr') page.closeRow()
  else if (name === 'td' || name === 'th') page.closeCell()
  else if (headings.has(name)) page.setHeading(false)
  else if (name === 'pre') page.nestVerbatim(-1)
  else if (name === 'li' || blocks.has(name)) page.breakBlock()
}
