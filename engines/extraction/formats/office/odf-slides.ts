import { Draft } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'
import { addComments, type Comment } from '../remarks.ts'
import type { ListStyles } from './odf-lists.ts'
import { OdfText } from './odf-text.ts'
import { addSlide } from './slide.ts'
import type { Attributes } from './xml.ts'

/** The text of a slide, or of its notes. */
class Part {
  readonly text: OdfText
  readonly #draft: Draft

  constructor(limits: ContentLimits, styles: ListStyles) {
    this.#draft = new Draft(limits)
    this.text = new OdfText(this.#draft, styles)
  }

  end(): { text: string; comments: Comment[] } {
    const comments = this.text.end()
    return { text: this.#draft.text, comments }
  }
}

/** Writes the slides of a presentation, element by element. */
export class OdfSlides {
  readonly #draft: Draft
  readonly #start: () => Part
  #number = 0
  #slide: Part | null = null
  #notes: Part | null = null

  constructor(draft: Draft, limits: ContentLimits, styles: ListStyles) {
    this.#draft = draft
    this.#start = () => new Part(limits, styles)
  }

  open(name: string, attributes: Attributes, prefix: string): void {
    if (prefix === 'draw' && name === 'page') {
      this.#number++
      this.#slide = this.#start()
    } else if (name === 'notes') this.#notes = this.#start()
    else this.#part?.open(name, attributes, prefix)
  }

  close(name: string): void {
    if (name === 'page') this.#end()
    else if (name !== 'notes') this.#part?.close(name)
  }

  text(text: string): void {
    this.#part?.text(text)
  }

  /** Notes are the last elements of a slide. */
  get #part(): OdfText | undefined {
    return (this.#notes ?? this.#slide)?.text
  }

  #end(): void {
    const [slide, notes] = [this.#slide?.end(), this.#notes?.end()]
    addSlide(this.#draft, this.#number, { slide: slide?.text ?? '', notes: notes?.text ?? '' })
    addComments(this.#draft, slide?.comments ?? [])
    this.#slide = null
    this.#notes = null
  }
}
