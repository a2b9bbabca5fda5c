import { type Attributes, readXml } from './xml.ts'

/** Which levels of the list styles of a document are numbered. */
export class ListStyles {
  readonly #numbered = new Set<string>()

  /** Adds the styles in a part of a document. */
  add(part: Uint8Array): void {
    let style = ''
    readXml(part, {
      open: (name, attributes) => {
        if (name === 'list-style') style = attributes['style:name'] ?? ''
        if (name === 'list-level-style-number' && attributes['style:num-format'])
          this.#numbered.add(`${style} ${attributes['text:level']}`)
      },
    })
  }

  isNumbered(style: string, level: number): boolean {
    return this.#numbered.has(`${style} ${level}`)
  }
}

/** Follows nested lists, in which the outermost sets the style. */
export class Lists {
  readonly #styles: ListStyles
  readonly #open: string[] = []

  constructor(styles: ListStyles) {
    this.#styles = styles
  }

  /** @returns the number of the first item; null if unnumbered */
  start(attributes: Attributes): number | null {
    const style = attributes['text:style-name'] ?? this.#open.at(-1) ?? ''
    this.#open.push(style)
    return this.#styles.isNumbered(style, this.#open.length) ? 1 : null
  }

  end(): void {
    this.#open.pop()
  }
}
