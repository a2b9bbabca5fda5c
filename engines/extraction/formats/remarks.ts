import type { Draft } from '../draft.ts'

/** What someone wrote about a document. */
export interface Comment {
  author: string | null
  text: string
}

/** A document, and what was written about it. */
export interface Commented {
  draft: Draft
  comments: Comment[]
}

/** Footnotes and endnotes, which follow the text so that they divide no sentence. */
export class Notes {
  readonly #notes: string[] = []

  /** @returns the mark of its place in the text */
  add(text: string): string {
    this.#notes.push(text.trim())
    return `[${this.#notes.length}]`
  }

  write(draft: Draft): void {
    for (const [index, note] of this.#notes.entries()) draft.add('paragraph', `${index + 1}. ${note}`)
  }
}

/** Adds comments after the text. Their authors are speakers: a name is not part of what someone said. */
export function addComments(draft: Draft, comments: Comment[]): void {
  for (const { author, text } of comments) draft.add('paragraph', text, { speaker: author, label: 'Comment' })
}
