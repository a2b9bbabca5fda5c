import type { Comment } from '../remarks.ts'
import { type Attributes, readXml } from './xml.ts'

/** How a format writes comments. */
interface CommentLayout {
  /** The elements of comments, and of replies within them. */
  elements: string[]
  /** The elements with the words of a comment. */
  words: string[]
  authorOf(attributes: Attributes): string | null
}

/** Reads the comments of a document, in their order; replies follow what they reply to. */
export function readComments(part: Uint8Array, { elements, words, authorOf }: CommentLayout): Comment[] {
  const comments: Comment[] = []
  const open: Comment[] = []
  let isText = false
  readXml(part, {
    open(name, attributes) {
      if (elements.includes(name)) {
        const comment = { author: authorOf(attributes), text: '' }
        comments.push(comment)
        open.push(comment)
      }
      const current = open.at(-1)
      if (!current) return
      if (name === 'p' || name === 'br') current.text += '\n'
      else if (name === 'tab') current.text += ' '
      else if (words.includes(name)) isText = true
    },
    text(text) {
      const current = open.at(-1)
      if (isText && current) current.text += text
    },
    close(name) {
      if (words.includes(name)) isText = false
      if (elements.includes(name)) open.pop()
    },
  })
  return comments
}

/** Reads who wrote comments: names by the ids with which comments refer to them. */
export function readAuthors(parts: Uint8Array[]): Map<string, string> {
  const authors = new Map<string, string>()
  for (const part of parts)
    readXml(part, {
      open(_, { id, name, displayName = name }) {
        if (id !== undefined && displayName) authors.set(id, displayName)
      },
    })
  return authors
}
