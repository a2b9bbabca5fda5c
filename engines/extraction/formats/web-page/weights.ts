/** The text of an element in characters, without white space. */
export interface Weight {
  text: number
  /** The characters within links. */
  linked: number
  /** Links with text. */
  links: number
  /** Whether it has the title or is marked as the main content. */
  isMain: boolean
}

const nothing: Readonly<Weight> = { text: 0, linked: 0, links: 0, isMain: false }

/** Weighs all elements of a tree in one pass, and keeps their weights up to date while elements are removed. */
export class Weights {
  readonly root: Element
  readonly #known = new Map<Element, Weight>()

  readonly #heading: Element | null

  /** @param heading the title of the page */
  constructor(root: Element, heading: Element | null) {
    this.root = root
    this.#heading = heading
    this.#weigh(root)
  }

  of(element: Element): Readonly<Weight> {
    return this.#known.get(element) ?? nothing
  }

  /** Returns the number of characters outside links. */
  proseOf(element: Element): number {
    const { text, linked } = this.of(element)
    return text - linked
  }

  /** Removes an element that is not within a link. */
  remove(element: Element): void {
    const { text, linked, links } = this.of(element)
    for (let at = element.parentElement; at; at = at.parentElement) {
      const weight = this.#known.get(at)
      if (!weight) break
      weight.text -= text
      weight.linked -= linked
      weight.links -= links
    }
    element.remove()
  }

  #weigh(element: Element): Weight {
    const sum: Weight = { ...nothing, isMain: element === this.#heading || isMain(element) }
    for (const child of element.childNodes) {
      if (child.nodeType === child.TEXT_NODE) sum.text += lengthOf(child.nodeValue ?? '')
      if (child.nodeType !== child.ELEMENT_NODE) continue
      const weight = this.#weigh(child as Element)
      sum.text += weight.text
      sum.linked += weight.linked
      sum.links += weight.links
      sum.isMain ||= weight.isMain
    }
    if (element.localName === 'a' && element.hasAttribute('href')) {
      sum.linked = sum.text
      sum.links = sum.text > 0 ? 1 : 0
    }
    this.#known.set(element, sum)
    return sum
  }
}

const isMain = (element: Element): boolean =>
  element.localName === 'main' || element.getAttribute('role') === 'main'

/** Counts characters without white space. */
export const lengthOf = (text: string): number => text.replace(/\s+/g, '').length
