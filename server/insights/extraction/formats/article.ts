import { Parser } from 'htmlparser2'
import { Draft } from '../draft.ts'
import type { ContentLimits } from '../extracted.ts'
import { readHtml } from './html.ts'

/** Larger pages are hardly articles, and their tree would need much memory. */
const most = { chars: 1_500_000, elements: 20_000, depth: 200 }
/** Shorter ones are a teaser or a notice. */
const leastChars = 250
/** An article that is a smaller part of the page leaves out too much. */
const leastShare = 0.2

/** Reads a web page: its article, or everything if it has none. */
export async function readPage(html: string, limits: ContentLimits): Promise<Draft> {
  const article = await articleIn(html)
  const draft = new Draft(limits)
  readHtml(article ?? html, draft)
  return draft
}

/**
 * Returns the main content of a web page as HTML, without menus and advertisements, by the algorithm of Firefox's reader
 * view; null if it has none, as lists and search results.
 */
async function articleIn(html: string): Promise<string | null> {
  if (!isModest(html)) return null
  const libraries = await Promise.all([import('@mozilla/readability'), import('linkedom')])
  try {
    return mainContent(html, ...libraries)
  } catch {
    // A page that the libraries cannot handle is read as a whole.
    return null
  }
}

type Libraries = [typeof import('@mozilla/readability'), typeof import('linkedom')]

function mainContent(
  html: string,
  ...[{ Readability, isProbablyReaderable }, { parseHTML }]: Libraries
): string | null {
  const { document } = parseHTML(html)
  if (!document.body || !isProbablyReaderable(document)) return null
  for (const hidden of document.querySelectorAll('script, style, noscript, template')) hidden.remove()
  const all = document.body.textContent?.trim() ?? ''
  const heading = document.querySelector('h1')?.textContent?.trim()
  const article = new Readability(document, { keepClasses: false, charThreshold: leastChars }).parse()
  const text = article?.textContent?.trim() ?? ''
  if (!article?.content || text.length < leastChars || text.length < all.length * leastShare) return null
  // The heading is often outside the content.
  return heading && !text.includes(heading)
    ? `<h1>${escaped(heading)}</h1>${article.content}`
    : article.content
}

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
