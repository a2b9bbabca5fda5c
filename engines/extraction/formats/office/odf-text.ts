import { own } from '#rules/own'
import type { Draft } from '../../draft.ts'
import { Page } from '../page.ts'
import { type Comment, Notes } from '../remarks.ts'
import { type ListStyles, Lists } from './odf-lists.ts'
import type { Attributes } from './xml.ts'

/** Text apart from the paragraph that it is anchored in. */
interface Aside {
  kind: 'note' | 'comment' | 'box'
  text: string
  author: string
}

const asides: Record<string, Aside['kind']> = {
  'text:note': 'note',
  'office:annotation': 'comment',
  ...Object.fromEntries(
    'text-box custom-shape rect line polyline polygon path circle ellipse connector caption'
      .split(' ')
      .map((shape) => [`draw:${shape}`, 'box']),
  ),
}
/** The local names of these elements. */
const asideNames = new Set(Object.keys(asides).map((name) => name.slice(name.indexOf(':') + 1)))
/** Elements without words of the text: deleted words, descriptions of pictures, pronunciation, details of comments. */
const skipped = new Set([
  'text:tracked-changes',
  'svg:title',
  'svg:desc',
  'office:binary-data',
  'text:ruby-text',
  'text:note-citation',
  'dc:date',
  'meta:date-string',
  'meta:creator-initials',
  'loext:sender-initials',
])

/** Writes the text of an OpenDocument file, element by element (OpenDocument 1.3 part 3). */
export class OdfText {
  readonly #draft: Draft
  readonly #page: Page
  readonly #lists: Lists
  readonly #notes = new Notes()
  readonly #comments: Comment[] = []
  readonly #open: Aside[] = []
  /** Text boxes within the open paragraph. */
  #boxes: string[] = []
  #paragraphs = 0
  #skipped = 0
  #isAuthor = false

  constructor(draft: Draft, styles: ListStyles) {
    this.#draft = draft
    this.#page = new Page(draft)
    this.#lists = new Lists(styles)
  }

  open(name: string, attributes: Attributes, prefix: string): void {
    const qualified = `${prefix}:${name}`
    if (this.#skipped > 0 || skipped.has(qualified)) {
      this.#skipped++
      return
    }
    const kind = own(asides, qualified)
    // In a presentation, a text box is in no paragraph, and is a block of its own.
    if (kind && (kind !== 'box' || this.#paragraphs > 0)) this.#open.push({ kind, text: '', author: '' })
    else if (qualified === 'dc:creator') this.#isAuthor = true
    else if (name === 'p' || name === 'h') this.#startParagraph(name)
    else if (name === 's' || name === 'tab') this.#write(' ')
    else if (name === 'line-break') this.#open.length > 0 ? this.#write('\n') : this.#page.breakLine()
    else if (this.#open.length === 0) this.#openBlock(name, attributes)
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    if (name === 'creator') this.#isAuthor = false
    else if (name === 'p' || name === 'h') this.#endParagraph()
    else if (asideNames.has(name) && this.#open.length > 0) this.#endAside()
    else if (this.#open.length === 0) this.#closeBlock(name)
  }

  text(text: string): void {
    if (this.#skipped > 0) return
    const aside = this.#open.at(-1)
    if (this.#isAuthor && aside) aside.author += text
    else if (this.#paragraphs > 0) this.#write(text)
  }

  /** Ends the text. @returns its comments */
  end(): Comment[] {
    this.#page.end()
    this.#notes.write(this.#draft)
    return this.#comments
  }

  #write(text: string): void {
    const aside = this.#open.at(-1)
    if (aside) aside.text += text
    else this.#page.text(text)
  }

  #startParagraph(name: string): void {
    this.#paragraphs++
    const aside = this.#open.at(-1)
    if (aside) aside.text += '\n'
    else this.#page.setHeading(name === 'h')
  }

  #endParagraph(): void {
    this.#paragraphs--
    if (this.#open.length > 0) return
    this.#page.setHeading(false)
    for (const box of this.#boxes) {
      this.#page.text(box)
      this.#page.breakBlock()
    }
    this.#boxes = []
  }

  #endAside(): void {
    const aside = this.#open.pop()
    if (!aside) return
    const text = aside.text.trim()
    if (aside.kind === 'comment') this.#comments.push({ author: aside.author || null, text })
    else if (aside.kind === 'box') this.#boxes.push(text)
    else this.#write(this.#notes.add(text))
  }

  #openBlock(name: string, attributes: Attributes): void {
    if (name === 'list') this.#page.openList(this.#lists.start(attributes))
    else if (name === 'list-item') this.#page.openItem()
    else if (name === 'table') this.#page.openTable()
    else if (name === 'table-cell') this.#page.openCell()
  }

  #closeBlock(name: string): void {
    if (name === 'list') {
      this.#page.closeList()
      this.#lists.end()
    } else if (name === 'table-cell') this.#page.closeCell()
    else if (name === 'table-row') this.#page.closeRow()
    else if (name === 'table') this.#page.closeTable()
  }
}
