import { officePart, relationships, zipOf } from './package.ts'

interface Slide {
  /** Shapes as XML. */
  shapes: string
  notes?: string
  /** The texts of a diagram. */
  diagram?: string[]
}

/** Creates a shape with paragraphs. */
export const shape = (paragraphs: string[], placeholder = ''): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${paragraphs.map(paragraph).join('')}</p:txBody></p:sp>`

const paragraph = (text: string): string =>
  `<a:p>${text.startsWith('<') ? text : `<a:r><a:rPr lang="en-GB"/><a:t>${text}</a:t></a:r>`}</a:p>`

export const slideTable = (rows: string[][]): string =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows
    .map(
      (cells) =>
        `<a:tr>${cells.map((cell) => `<a:tc><a:txBody>${paragraph(cell)}</a:txBody></a:tc>`).join('')}</a:tr>`,
    )
    .join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`

/** Creates a presentation. Files are numbered in another order than slides, as after moving slides. */
export function pptx(slides: Slide[]): Uint8Array {
  const file = (n: number) => slides.length - n
  const part = (root: string, shapes: string) =>
    officePart(root, 'presentationml', `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`).replace(
      'xmlns=',
      'xmlns:p=',
    )
  const parts: Record<string, string> = {}
  for (const [n, { shapes, notes, diagram = [] }] of slides.entries()) {
    parts[`ppt/slides/slide${file(n)}.xml`] = part('p:sld', shapes)
    parts[`ppt/slides/_rels/slide${file(n)}.xml.rels`] = relationships({
      ...(notes && { n: ['notesSlide', `../notesSlides/notesSlide${file(n)}.xml`] }),
      d: ['diagramData', `../diagrams/data${file(n)}.xml`],
    })
    const points = diagram.map((text) => `<dgm:pt><dgm:t>${paragraph(text)}</dgm:t></dgm:pt>`)
    parts[`ppt/diagrams/data${file(n)}.xml`] = officePart('dgm:dataModel', 'drawingml', points.join(''))
    if (!notes) continue
    parts[`ppt/notesSlides/notesSlide${file(n)}.xml`] = part(
      'p:notes',
      shape(['1 January'], 'dt') + shape([notes], 'body') + shape(['7'], 'sldNum'),
    )
  }
  const ids = slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="s${n}"/>`).join('')
  return zipOf({
    '_rels/.rels': relationships({ main: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': officePart(
      'p:presentation',
      'presentationml',
      `<p:sldIdLst>${ids}</p:sldIdLst>`,
    ).replace('xmlns=', 'xmlns:p='),
    'ppt/_rels/presentation.xml.rels': relationships(
      Object.fromEntries(slides.map((_, n) => [`s${n}`, ['slide', `slides/slide${file(n)}.xml`]])),
    ),
    ...parts,
  })
}
