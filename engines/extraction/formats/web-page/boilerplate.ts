import { own } from '#rules/own'
import { collapsed, type Metadata } from './metadata.ts'
import { type Surrounding, surroundingNamed } from './names.ts'
import type { Weight, Weights } from './weights.ts'

type Judge = (element: Element, weight: Weight) => boolean

/** Less text than this is no page. */
const leastLeft = 20

/**
 * Removes from a page what surrounds its content: menus, footers, notices, advertisements and what is hidden. Keeps what
 * may be all that the page has.
 */
export function removeBoilerplate(page: Weights, kind: Metadata['kind']): void {
  removeEach(page, isConcealed, 0.5)
  removeEach(page, (element) => landmarkOf(element) === 'nav')
  removeEach(page, isSurroundingLandmark)
  removeEach(page, isForm, 0.5)
  removeNamed(page, kind)
  removeControls(page)
  removeLinkLists(page)
  removeEach(page, isCopyright, 0.5)
}

/**
 * Removes the outermost elements that `isSurplus` holds for, but none with the title. Removes none if together they are more
 * than `most` of the text, or nearly all of it.
 */
function removeEach(page: Weights, isSurplus: Judge, most = 1): void {
  const { text } = page.of(page.root)
  const found = outermost(page, (element, weight) => weight.text <= text * most && isSurplus(element, weight))
  const sum = found.reduce((total, element) => total + page.of(element).text, 0)
  if (sum <= text * most && text - sum >= Math.min(leastLeft, text / 2))
    for (const one of found) page.remove(one)
}

/** Elements that are kept or removed as a whole. */
const intact = new Set(['a', 'code', 'pre'])

function outermost(page: Weights, isSurplus: Judge): Element[] {
  const found: Element[] = []
  const visit = (element: Element) => {
    for (const child of element.children) {
      const weight = page.of(child)
      if (!weight.isMain && isSurplus(child, weight)) found.push(child)
      else if (!intact.has(child.localName)) visit(child)
    }
  }
  visit(page.root)
  return found
}

const isConcealed: Judge = (element) =>
  element.getAttribute('aria-hidden') === 'true' ||
  /(?:^|;)\s*visibility\s*:\s*hidden/i.test(element.getAttribute('style') ?? '')

const landmarks: Record<string, string> = {
  navigation: 'nav',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
}
const overlays = new Set('search dialog alertdialog menu menubar toolbar tooltip'.split(' '))

const landmarkOf = (element: Element): string =>
  own(landmarks, element.getAttribute('role') ?? '') ?? element.localName

const isSurroundingLandmark: Judge = (element, { text, linked }) => {
  const landmark = landmarkOf(element)
  if (landmark === 'footer') return !isWithin(element, 'blockquote', 'figure')
  if (landmark === 'header') return !isWithin(element, 'article', 'main', 'section')
  if (landmark === 'aside') return !isWithin(element, 'article', 'main') || linked > text * 0.2
  return overlays.has(element.getAttribute('role') ?? landmark)
}

function isWithin(element: Element, ...names: string[]): boolean {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (names.includes(at.localName) || (names.includes('main') && at.getAttribute('role') === 'main'))
      return true
  return false
}

/** A page can be mostly comments, so these are removed only beside an article of this length, stated as one or not. */
const [leastArticle, fullArticle] = [250, 1500]

/** Some sites put posts in forms, without anything to fill in. */
const isForm: Judge = (element) =>
  element.localName === 'form' && element.querySelector('button, input:not([type=hidden])') !== null

function removeNamed(page: Weights, kind: Metadata['kind']): void {
  const known = new Map<Element, Surrounding | null>()
  const sections = sectionIds(page.root)
  const named = (element: Element): Surrounding | null => {
    if (!known.has(element)) known.set(element, surroundingNamed(element, !sections.has(element.id)))
    return known.get(element)!
  }
  removeEach(page, (element, { text, linked }) => named(element) === 'navigation' && linked >= text * 0.4)
  removeEach(page, (element) => named(element) === 'notice', 0.9)
  for (const surrounding of ['frame', 'advertisement', 'sharing', 'related', 'label'] as const)
    removeEach(page, (element) => named(element) === surrounding, 0.5)
  if (kind === 'with answers') return
  const comments = outermost(page, (element) => named(element) === 'comments')
  const sum = comments.reduce((total, element) => total + page.of(element).text, 0)
  const rest = page.of(page.root).text - sum
  if (rest >= Math.min(sum, kind === 'article' ? leastArticle : fullArticle))
    for (const element of comments) page.remove(element)
}

/** Returns the ids that repeat a heading, as those of the sections of a manual: they are about its subject. */
function sectionIds(root: Element): Set<string> {
  const titled = [...root.querySelectorAll(headings.join())]
  const links = titled.flatMap((heading) => [...heading.querySelectorAll('a[href^="#"]')])
  return new Set([
    ...titled.map((heading) => heading.id),
    ...links.map((link) => link.getAttribute('href')!.slice(1)),
  ])
}

/** Removes buttons and links within the page, but not those that open a part of the text. */
function removeControls(page: Weights): void {
  removeEach(page, (element, { text }) => {
    if (isWithin(element, 'form', ...headings) || element.hasAttribute('aria-expanded')) return false
    if (element.localName === 'button') return text < shortText && !/[?？؟]\s*$/.test(element.textContent)
    if (element.localName !== 'a' || !/^#./.test(element.getAttribute('href') ?? '')) return false
    return text < shortText && text === page.of(element.parentElement!).text
  })
  for (const link of page.root.querySelectorAll('a[href^="#"]'))
    if (!/[\p{L}\p{N}]/u.test(link.textContent)) page.remove(link)
}

/** A text of fewer characters is short. */
const shortText = 40

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary']

const boxes = new Set('div section ul ol dl table tbody tr td center p header span font'.split(' '))
const groups = new Set(['div', 'section', 'ul', 'ol'])
/** Links in menus are shorter than those to articles, in characters. */
const menuLink = 18
/** The label of a list of links, in characters. */
const longestLabel = 30

function removeLinkLists(page: Weights): void {
  const data = dataTables(page.root)
  const isLinkList: Judge = (element, { text, linked, links }) =>
    links >= 2 &&
    (groups.has(element.localName) && text - linked <= longestLabel
      ? linked >= text * 0.4
      : boxes.has(element.localName) && linked >= text * 0.7) &&
    !data.has(element) &&
    element.querySelector('th') === null &&
    !isWithin(element, 'p', ...headings)
  const isMenu: Judge = (element, weight) =>
    weight.linked < weight.links * menuLink &&
    isLinkList(element, weight) &&
    !isWithin(element, 'article', 'main')
  if (page.proseOf(page.root) === 0) return
  removeEach(page, isMenu, 0.8)
  removeEach(
    page,
    (element, weight) => isLinkList(element, weight) && element.localName !== 'p' && !isInText(element),
    0.5,
  )
}

/** Returns tables with headings of columns or rows, and everything in them. */
function dataTables(root: Element): Set<Element> {
  const tables = new Set([...root.querySelectorAll('th')].map((cell) => cell.closest('table')))
  return new Set([...tables].flatMap((table) => (table ? [table, ...table.querySelectorAll('*')] : [])))
}

/** Returns whether a plain list is part of the text around it. */
const isInText = (element: Element): boolean =>
  /^[uo]l$/.test(element.localName) &&
  element.attributes.length === 0 &&
  (element.previousElementSibling?.localName === 'p' || element.nextElementSibling?.localName === 'p')

const isCopyright: Judge = (element, { text }) =>
  text > 0 &&
  text < 200 &&
  /^\s*(?:©|(?:copyright|\(c\))\s*(?:©|\(c\))?\s*\d{4})/i.test(collapsed(element.textContent))
