/** What a page states about itself. */
export interface Metadata {
  /** The heading that repeats the title, without the name of the site. */
  heading: Element | null
  isArticle: boolean
  /** For search engines, and sometimes more than the page shows. */
  body: string | null
}

export function metadataOf(document: Document): Metadata {
  const records = [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(recordsIn)
  const type = document.querySelector('meta[property="og:type"]')?.getAttribute('content')
  const body = records.find(({ articleBody }) => typeof articleBody === 'string')?.articleBody
  return {
    heading: headingOf(document),
    isArticle:
      type === 'article' || records.some((record) => /Article$|^BlogPosting$/.test(String(record['@type']))),
    body: typeof body === 'string' ? body : null,
  }
}

type Structured = Partial<Record<'@type' | '@graph' | 'articleBody', unknown>>

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

const [longestTitle, longestStated] = [300, 1000]

/** Returns the longest heading that is in the title of the document, or else the first one. */
function headingOf(document: Document): Element | null {
  const stated = [
    document.querySelector('title')?.textContent,
    document.querySelector('meta[property="og:title"]')?.getAttribute('content'),
  ].map((title) => collapsed(title ?? '').slice(0, longestStated))
  const repeated = [...document.querySelectorAll('h1, h2, h3, h4')].flatMap((heading) => {
    const text = collapsed(heading.textContent)
    const isTitle = text !== '' && text.length <= longestTitle && stated.some((title) => title.includes(text))
    return isTitle ? { heading, length: text.length } : []
  })
  const [longest] = repeated.toSorted((one, other) => other.length - one.length)
  return longest?.heading ?? document.querySelector('h1')
}

export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim()
