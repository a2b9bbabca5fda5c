import type { Readability } from '@mozilla/readability'
import type { Metadata } from './metadata.ts'
import { lengthOf, type Weights } from './weights.ts'

interface Libraries {
  Readability: typeof Readability
  parse: (html: string) => Document
}

/** Shorter ones are a teaser or a notice. */
const leastChars = 250

/**
 * Returns the element with the main content of a page without boilerplate: what the page declares as such, or the article that
 * Readability finds, or all that is left.
 */
export function mainContent(
  page: Weights,
  { heading, kind }: Pick<Metadata, 'heading' | 'kind'>,
  libraries: Libraries,
): Element {
  const main = declared(page, page.root, 'main, [role=main]')
  const article = declared(page, main, 'article, [itemprop=articleBody]')
  if (article !== main) return article
  const found = articleIn(main, libraries)
  if (!found || !isAll(page, found, main, kind === 'article')) return main
  // Within what the page declares as its content, an article without its heading is a part of it.
  return withHeading(page, found, heading) ?? (main === page.root || kind === 'article' ? found : main)
}

/** Returns the element with the article and its heading; null if there is much else in it. */
function withHeading(page: Weights, article: Element, heading: Element | null): Element | null {
  if (!heading) return null
  let both = article
  while (!both.contains(heading) && both.parentElement) both = both.parentElement
  const [own, all] = [page.of(article), page.of(both)]
  const rest = { text: all.text - own.text, linked: all.linked - own.linked }
  const isNear = all.text > 0 && rest.text < own.text * 0.3 && rest.linked < rest.text * 0.25
  return isNear && both !== page.root ? both : null
}

/** Returns the only element that `selector` finds, if it has most of the prose; `scope` otherwise. */
function declared(page: Weights, scope: Element, selector: string): Element {
  const [only, ...others] = [...scope.querySelectorAll(selector)].filter(
    (element) => !element.parentElement?.closest(selector),
  )
  const isMost = only && others.length === 0 && page.proseOf(only) > page.proseOf(scope) / 2
  return isMost ? only : scope
}

/** Returns the innermost element with nearly everything that Readability finds; its own result lacks lists and tables. */
function articleIn(scope: Element, { Readability, parse }: Libraries): Element | null {
  const elements = [...scope.querySelectorAll('*')]
  for (const [at, element] of elements.entries()) element.setAttribute(numbered, String(at))
  const copy = parse(scope.outerHTML)
  for (const element of elements) element.removeAttribute(numbered)
  const content = new Readability(copy, { charThreshold: leastChars }).parse()?.content
  if (!content) return null
  const shares = new Map<Element, number>()
  for (const element of parse(content).querySelectorAll(`[${numbered}], [${numbered}] *`)) {
    const original = elements[Number(element.closest(`[${numbered}]`)!.getAttribute(numbered))]!
    const text = ownText(element)
    for (let at: Element | null = original; at && text > 0; at = at === scope ? null : at.parentElement)
      shares.set(at, (shares.get(at) ?? 0) + text)
  }
  return innermost(scope, (element) => shares.get(element) ?? 0)
}

const numbered = 'data-number'

function innermost(scope: Element, shareOf: (element: Element) => number): Element {
  const next = [...scope.children].find(
    (child) => shareOf(child) > 0 && shareOf(child) >= shareOf(scope) * 0.95,
  )
  return next ? innermost(next, shareOf) : scope
}

function ownText(element: Element): number {
  let length = 0
  for (const child of element.childNodes)
    if (child.nodeType === child.TEXT_NODE) length += lengthOf(child.nodeValue ?? '')
  return length
}

/** Returns whether an article is the content: if the page has other prose, it may be a part of it. */
function isAll(page: Weights, article: Element, scope: Element, isArticle: boolean): boolean {
  const [own, all] = [page.of(article), page.of(scope)]
  const rest = { text: all.text - own.text, linked: all.linked - own.linked }
  if (own.text < leastChars || own.text < all.text * 0.2) return false
  if (rest.linked > rest.text * 0.25 || (isArticle && own.text > rest.text)) return true
  return scope === page.root && rest.text < all.text * 0.15
}
