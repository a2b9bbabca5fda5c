import { rowsIn } from '#engines/language'

/** What surrounds the content of a page. */
export type Surrounding =
  | 'navigation'
  | 'frame'
  | 'notice'
  | 'advertisement'
  | 'sharing'
  | 'related'
  | 'comments'
  | 'label'

const surroundingOf = new Map(
  rowsIn(new URL('names.tsv', import.meta.url)).flatMap(([surrounding, ...words]) =>
    words.map((word) => [word, surrounding as Surrounding] as const),
  ),
)

/**
 * Returns what the names of an element say that it is; null if they are no sign that it is not content.
 *
 * @param isIdName whether its id says what it is
 */
export function surroundingNamed(element: Element, isIdName: boolean): Surrounding | null {
  const names = [
    element.getAttribute('class'),
    isIdName ? element.id : null,
    element.localName.includes('-') ? element.localName : null,
  ]
  for (const name of names.join(' ').split(/\s+/)) {
    const parts = name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
    for (const [at, part] of parts.entries()) {
      const surrounding =
        surroundingOf.get(part) ??
        surroundingOf.get(parts.slice(at, at + 3).join('')) ??
        surroundingOf.get(parts.slice(at, at + 2).join(''))
      if (surrounding) return surrounding
    }
  }
  return null
}
