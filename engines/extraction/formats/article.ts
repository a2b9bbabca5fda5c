import { Draft } from '../draft.ts'
import type { ContentLimits } from '../extracted.ts'
import { readHtml } from './html.ts'
import { removeBoilerplate } from './web-page/boilerplate.ts'
import { mainContent } from './web-page/main-content.ts'
import { collapsed, metadataOf, titleIn } from './web-page/metadata.ts'
import { escaped, simplified } from './web-page/simplify.ts'
import { Weights } from './web-page/weights.ts'

/** Reads the main content of a web page, or everything if the page is too large. */
export async function readPage(html: string, limits: ContentLimits): Promise<Draft> {
  const content = await contentOf(html)
  const draft = new Draft(limits)
  readHtml(content ?? html, draft)
  return draft
}

/** Returns the main content of a web page as HTML, without menus and advertisements; null if it cannot be determined. */
async function contentOf(html: string): Promise<string | null> {
  const simple = simplified(html)
  if (simple === null) return null
  const [{ Readability }, { parseHTML }] = await Promise.all([
    import('@mozilla/readability'),
    import('linkedom'),
  ])
  // Pages may lack these tags.
  const parse = (text: string): Document => parseHTML(`<html><body>${text}</body></html>`).document
  try {
    const { body } = parse(simple)
    const { titles, heading, kind, body: stated } = metadataOf(body.ownerDocument)
    for (const element of body.querySelectorAll('head, title, meta, script')) element.remove()
    const page = new Weights(body, heading)
    removeBoilerplate(page, kind)
    const title = collapsed(heading?.textContent ?? titleIn(collapsed(body.textContent), titles))
    const content = mainContent(page, { heading, kind }, { Readability, parse })
    const text = collapsed(content.textContent)
    const above = text.includes(title) ? '' : `<h1>${escaped(title)}</h1>`
    const isMore = stated !== null && stated.length > text.length * 2
    return above + (isMore ? `<pre>${stated}</pre>` : content.outerHTML)
  } catch {
    // A page that the libraries cannot handle is read as a whole.
    return null
  }
}
