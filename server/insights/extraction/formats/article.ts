import { Parser } from 'htmlparser2'
import { Draft } from '../draft.ts'
import type { ContentLimits } from '../extracted.ts'
import { readHtml } from './html.ts'
import { removeBoilerplate } from './web-page/boilerplate.ts'
import { mainContent } from './web-page/main-content.ts'
import { collapsed, metadataOf } from './web-page/metadata.ts'
import { Weights } from './web-page/weights.ts'

/** The tree of a larger page would need much memory. */
const most = { chars: 1_500_000, elements: 20_000, depth: 200 }

/** Reads the main content of a web page, or everything if the page is too large or has nothing else. */
export async function readPage(html: string, limits: ContentLimits): Promise<Draft> {
  const content = await contentOf(html)
  const draft = new Draft(limits)
  readHtml(content ?? html, draft)
  return draft
}

/** Returns the main content of a web page as HTML, without menus and advertisements. */
async function contentOf(html: string): Promise<string | null> {
  if (!isModest(html)) return null
  const [{ Readability }, { parseHTML }] = await Promise.all([
    import('@mozilla/readability'),
    import('linkedom'),
  ])
  // Pages may lack these tags.
  const parse = (text: string): Document => parseHTML(`<html><body>${text}</body></html>`).document
  try {
    const { body } = parse(html)
    const metadata = metadataOf(body.ownerDocument)
    const title = collapsed(metadata.heading?.textContent ?? '')
    for (const element of body.querySelectorAll(unseen)) element.remove()
    const page = new Weights(body)
    removeBoilerplate(page, metadata.isArticle)
    const content = mainContent(page, metadata, { Readability, parse })
    const text = collapsed(content.textContent)
    const heading = !text.includes(title) ? `<h1>${escaped(title)}</h1>` : ''
    if (metadata.body && text.length < metadata.body.length / 2)
      return `${heading}<pre>${metadata.body}</pre>`
    return heading + content.outerHTML
  } catch {
    // A page that the libraries cannot handle is read as a whole.
    return null
  }
}

const unseen =
  'head, title, meta, link, script, style, template, noscript, iframe, object, svg, audio, video, canvas, input, select, datalist, textarea, dialog, [hidden], [style*="display:none"], [style*="display: none"]'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns whether the tree of a page is small enough to build; elements nested deeply would exhaust the stack. */
function isModest(html: string): boolean {
  if (html.length > most.chars) return false
  let [elements, depth, isDeep] = [0, 0, false]
  const parser = new Parser({
    onopentag() {
      elements++
      depth++
      if (depth > most.depth || elements > most.elements) {
        isDeep = true
        parser.pause()
        parser.reset()
      }
    },
    onclosetag() {
      depth--
    },
  })
  for (let at = 0; at < html.length && !isDeep; at += atOnce) parser.write(html.slice(at, at + atOnce))
  return !isDeep
}

const atOnce = 65_536
