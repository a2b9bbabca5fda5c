import { Draft } from '../../draft.ts'
import type { ContentLimits } from '../../extracted.ts'
import type { Archive } from '../../unzip.ts'
import { mainPart, openPackage, relatedParts, requiredPart } from './package.ts'
import { readShapes } from './shapes.ts'
import { addSlide } from './slide.ts'
import { prefixed, readXml } from './xml.ts'

/** Reads a presentation (PresentationML, ECMA-376 part 1): the slides in their order, each with its notes. */
export async function readPptx(bytes: Uint8Array, limits: ContentLimits): Promise<Draft> {
  const archive = openPackage(bytes, limits)
  const main = mainPart(archive)
  const slides = new Map(relatedParts(archive, main).map(({ id, part }) => [id, part]))
  const draft = new Draft(limits)
  for (const [index, id] of slideIds(requiredPart(archive, main)).entries()) {
    const part = slides.get(id)
    if (part) addSlide(draft, index + 1, textsOf(archive, part, limits))
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

function textsOf(archive: Archive, part: string, limits: ContentLimits): { slide: string; notes: string } {
  const related = relatedParts(archive, part)
  const partOf = (wanted: string) => archive.read(related.find(({ type }) => type === wanted)?.part ?? '')
  const slide = new Draft(limits)
  const diagrams = related.filter(({ type }) => type === 'diagramData').map((one) => archive.read(one.part))
  readShapes([requiredPart(archive, part), ...diagrams.filter((one) => one !== null)], slide)
  const notes = new Draft(limits)
  const notesPart = partOf('notesSlide')
  if (notesPart) readShapes([notesPart], notes, ['body'])
  return { slide: slide.text, notes: notes.text }
}
