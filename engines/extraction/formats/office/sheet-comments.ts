import type { Archive } from '../../unzip.ts'
import type { Comment } from '../remarks.ts'
import { readComments } from './comments.ts'
import { type Related, relatedContents } from './package.ts'
import { unescaped } from './shared-strings.ts'
import { readXml } from './xml.ts'

/**
 * Reads what was written about the cells of a sheet: notes (SpreadsheetML, ECMA-376 part 1, 18.7), and the threads of newer
 * versions (MS-XLSX, 2.6.205).
 * @param sheet the parts that the sheet refers to
 * @param people the names of the authors of threads by their ids
 */
export function commentsOnSheet(archive: Archive, sheet: Related[], people: Map<string, string>): Comment[] {
  const threads = relatedContents(archive, sheet, 'threadedComment').flatMap((part) =>
    readComments(part, {
      elements: ['threadedComment'],
      words: ['text'],
      authorOf: ({ personId = '' }) => people.get(personId) ?? null,
    }),
  )
  const notes = relatedContents(archive, sheet, 'comments').flatMap(readNotes)
  return [...(threads.length > 0 ? notes.filter(isNoCopy) : notes), ...threads].map(({ author, text }) => ({
    author,
    text: unescaped(text),
  }))
}

/** Excel repeats a thread as a note for older versions, by an author that is named after the thread. */
const isNoCopy = ({ author }: Comment): boolean => !author?.startsWith('tc={')

/** Excel begins a note with the name of its author. */
function readNotes(part: Uint8Array): Comment[] {
  const authors = namesIn(part)
  return readComments(part, {
    elements: ['comment'],
    words: ['t'],
    authorOf: ({ authorId = '' }) => authors[Number(authorId)] || null,
  }).map(({ author, text }) => ({
    author,
    text: text.startsWith(`${author}:`) ? text.slice(`${author}:`.length) : text,
  }))
}

function namesIn(part: Uint8Array): string[] {
  const names: string[] = []
  let isName = false
  readXml(part, {
    open(element) {
      isName = element === 'author'
      if (isName) names.push('')
    },
    text(text) {
      if (isName) names.push((names.pop() ?? '') + text)
    },
    close() {
      isName = false
    },
  })
  return names
}
