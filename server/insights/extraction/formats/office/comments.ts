import type { Comment } from '../remarks.ts'
import { prefixed, readXml } from './xml.ts'

/** Reads the comments of a Word document (WordprocessingML, ECMA-376 part 1, 17.13.4). */
export function readComments(part: Uint8Array): Comment[] {
  const comments: Comment[] = []
  let isText = false
  readXml(part, {
    open(name, attributes) {
      const last = comments.at(-1)
      if (name === 'comment') comments.push({ author: prefixed(attributes, 'author') || null, text: '' })
      else if (!last) return
      else if (name === 'p' || name === 'br') last.text += '\n'
      else if (name === 'tab') last.text += ' '
      else if (name === 't') isText = true
    },
    text(text) {
      if (isText) comments.at(-1)!.text += text
    },
    close(name) {
      if (name === 't') isText = false
    },
  })
  return comments
}
