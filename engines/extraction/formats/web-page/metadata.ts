/** What a page states about itself. */
export interface Metadata {
  /** Titles, mostly with the name of the site. */
  titles: string[]
  heading: Element | null
  kind: 'article' | 'with answers' | null
  /** For search engines, and sometimes more than the page shows. */
  body: string | null
}

export function metadataOf(document: Document): Metadata {
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
  const records = scripts.slice(0, mostStated).flatMap(recordsIn).slice(0, mostStated)
  const titles = [
    ...records.map(({ headline }) => headline),
    document.querySelector('meta[property="og:title"]')?.getAttribute('content'),
    document.querySelector('title')?.textContent,
  ].flatMap((title) => (typeof title === 'string' ? collapsed(title).slice(0, longestStated) : []))
  const body = records.find(({ articleBody }) => typeof articleBody === 'string')?.articleBody
  return {
    titles,
    heading: headingOf(document, titles),
    kind: kindOf(document, records),
    body: typeof body === 'string' ? body : null,
  }
}

type Structured = Partial<Record<'@type' | '@graph' | 'articleBody' | 'headline', unknown>>

/** Reads JSON-LD. */
function recordsIn(script: Element): Structured[] {
  try {
    const parsed: unknown = JSON.parse(script.textContent)
    const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
    return listed(parsed)
      .flatMap((record) => [record, ...listed((record as Structured | null)?.['@graph'])])
      .filter((record): record is Structured => typeof record === 'object' && record !== null)
  } catch {
    return []
  }
}

/** Reads types of schema.org and Open Graph. Reviews of products and answers in threads often look like comments. */
function kindOf(document: Document, records: Structured[]): Metadata['kind'] {
  const types = [
    ...records.map((record) => String(record['@type'])),
    ...[...document.querySelectorAll('[itemtype]')].map((one) => one.getAttribute('itemtype')!),
    document.querySelector('meta[property="og:type"]')?.getAttribute('content') ?? '',
  ]
  const has = (kind: RegExp) => types.some((type) => kind.test(type))
  if (has(/(?:product|\bDiscussionForumPosting|\bQAPage|\bQuestion)$/i)) return 'with answers'
  return has(/(?:article|\bBlogPosting)$/i) ? 'article' : null
}

/** Every heading is compared with every stated title. */
const mostStated = 20
const [longestTitle, longestStated] = [300, 1000]

/** Returns the longest heading that is in a title, or else the first one. */
function headingOf(document: Document, titles: string[]): Element | null {
  const repeated = [...document.querySelectorAll('h1, h2, h3, h4')].flatMap((heading) => {
    const text = collapsed(heading.textContent)
    const isTitle = text !== '' && text.length <= longestTitle && titles.some((title) => title.includes(text))
    return isTitle ? { heading, length: text.length } : []
  })
  const [longest] = repeated.toSorted((one, other) => other.length - one.length)
  return longest?.heading ?? document.querySelector('h1')
}

/** Returns the title as it is in the text of a page, without the name of the site; empty if it is not. */
export function titleIn(text: string, titles: string[]): string {
  const parts = titles.flatMap((title) => [title, ...title.split(/\s+[|–—:»·-]\s+/)])
  return parts.find((part) => part.length >= shortestTitle && text.includes(part)) ?? ''
}

const shortestTitle = 8

export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim()
