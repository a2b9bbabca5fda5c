import type { Comment } from '../remarks.ts'

/** Collects a comment (OpenDocument 1.3 part 3, 14.1), element by element. */
export class Annotation {
  #author = ''
  #text = ''
  #isIn: 'author' | 'text' | null = null

  open(name: string): void {
    if (name === 'creator') this.#isIn = 'author'
    else if (name === 'p') {
      this.#isIn = 'text'
      this.#text += '\n'
    } else if (name === 's' || name === 'tab') this.text(' ')
    else if (name === 'line-break') this.text('\n')
  }

  close(name: string): void {
    if (name === 'creator' || name === 'p') this.#isIn = null
  }

  text(text: string): void {
    if (this.#isIn === 'author') this.#author += text
    else if (this.#isIn === 'text') this.#text += text
  }

  end(): Comment {
    return { author: this.#author || null, text: this.#text }
  }
}
