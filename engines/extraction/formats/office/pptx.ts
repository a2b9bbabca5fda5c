import { Draft } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'
import type { Archive } from '../../unzip.ts'
import { addComments } from '../remarks.ts'
import { readAuthors, readComments } from './comments.ts'
import {
  mainPart,
  openPackage,
  type Related,
  relatedContents,
  relatedParts,
  requiredPart,
} from './package.ts'
import { readShapes } from './shapes.ts'
import { addSlide } from './slide.ts'
import { prefixed, readXml } from './xml.ts'

/** Reads a presentation (PresentationML, ECMA-376 part 1): the slides in their order, each with its notes and comments. */
export async function readPptx(bytes: Uint8Array, limits: ContentLimits): Promise<Draft> {
  const archive = openPackage(bytes, limits)
  const main = mainPart(archive)
  const related = relatedParts(archive, main)
  const slides = new Map(related.map(({ id, part }) => [id, part]))
  const authors = readAuthors(
    ['commentAuthors', 'authors'].flatMap((type) => relatedContents(archive, related, type)),
  )
  const draft = new Draft(limits)
  for (const [index, id] of slideIds(requiredPart(archive, main)).entries()) {
    const part = slides.get(id)
    if (!part) continue
    const related = relatedParts(archive, part)
    addSlide(draft, index + 1, textsOf(archive, part, related, limits))
    for (const comments of relatedContents(archive, related, 'comments'))
      addComments(draft, commentsIn(comments, authors))
  }
  return draft
}

function slideIds(presentation: Uint8Array): string[] {
  const ids: string[] = []
  readXml(presentation, {
    open(name, attributes) {
      if (name === 'sldId') ids.push(prefixed(attributes, 'id') ?? '')
    },
  })
  return ids
}

function textsOf(
  archive: Archive,
  part: string,
  related: Related[],
  limits: ContentLimits,
): { slide: string; notes: string } {
  const contents = (wanted: string) => relatedContents(archive, related, wanted)
  const slide = new Draft(limits)
  readShapes([requiredPart(archive, part), ...contents('diagramData')], slide)
  for (const chart of contents('chart')) slide.add('paragraph', wordsOfChart(chart).join('\n'))
  const notes = new Draft(limits)
  readShapes(contents('notesSlide').slice(0, 1), notes, ['body'])
  return { slide: slide.text, notes: notes.text }
}

/** Comments are in the layout of PresentationML (ECMA-376 part 1, 19.4), or of newer versions, with replies (MS-PPTX). */
const commentsIn = (part: Uint8Array, authors: Map<string, string>) =>
  readComments(part, {
    elements: ['cm', 'reply'],
    words: ['text', 't'],
    authorOf: ({ authorId = '' }) => authors.get(authorId) ?? null,
  })

/** Returns the words of a chart (DrawingML, ECMA-376 part 1, 21.2): titles, and the names of series and categories, each once. */
function wordsOfChart(part: Uint8Array): string[] {
  const words = new Set<string>()
  let isName = false
  let isText = false
  let text = ''
  readXml(part, {
    open(name) {
      if (name === 'strCache') isName = true
      if (name === 'p' || name === 'pt') text = ''
      if (name === 't' || (name === 'v' && isName)) isText = true
    },
    text(written) {
      if (isText) text += written
    },
    close(name) {
      if (name === 'strCache') isName = false
      if (name === 't' || name === 'v') isText = false
      if ((name === 'p' || name === 'pt') && text.trim() !== '') words.add(text.trim())
      if (name === 'p' || name === 'pt') text = ''
    },
  })
  return [...words]
}
