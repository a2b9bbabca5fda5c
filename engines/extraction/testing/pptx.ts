import { officePart, relationships, zipOf } from './package.ts'

interface Slide {
  /** Shapes as XML. */
  shapes: string
  notes?: string
  /** The texts of a diagram. */
  diagram?: string[]
  /** The content of a chart as XML. */
  chart?: string
  /** Comments as XML: those of PresentationML, and those of newer versions. */
  comments?: string[]
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

/**
 * Creates a presentation. Files are numbered in another order than slides, as after moving slides.
 * @param authors of comments, by id; those of newer versions have ids in braces
 */
export function pptx(slides: Slide[], authors: Record<string, string> = {}): Uint8Array {
  const file = (n: number) => slides.length - n
  const part = (root: string, shapes: string) =>
    officePart(root, 'presentationml', `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`).replace(
      'xmlns=',
      'xmlns:p=',
    )
  const parts: Record<string, string> = {}
  for (const [n, { shapes, notes, diagram = [], chart, comments = [] }] of slides.entries()) {
    parts[`ppt/slides/slide${file(n)}.xml`] = part('p:sld', shapes)
    parts[`ppt/slides/_rels/slide${file(n)}.xml.rels`] = relationships({
      ...(notes && { n: ['notesSlide', `../notesSlides/notesSlide${file(n)}.xml`] }),
      d: ['diagramData', `../diagrams/data${file(n)}.xml`],
      ...(chart && { c: ['chart', `../charts/chart${file(n)}.xml`] }),
      ...Object.fromEntries(
        comments.map((_, index) => [`c${index}`, ['comments', `../comments/comment${file(n)}-${index}.xml`]]),
      ),
    })
    if (chart)
      parts[`ppt/charts/chart${file(n)}.xml`] = officePart(
        'c:chartSpace',
        'drawingml',
        `<c:chart>${chart}</c:chart>`,
      )
    for (const [index, list] of comments.entries())
      parts[`ppt/comments/comment${file(n)}-${index}.xml`] = officePart('p:cmLst', 'presentationml', list)
    const points = diagram.map((text) => `<dgm:pt><dgm:t>${paragraph(text)}</dgm:t></dgm:pt>`)
    parts[`ppt/diagrams/data${file(n)}.xml`] = officePart('dgm:dataModel', 'drawingml', points.join(''))
    if (!notes) continue
    parts[`ppt/notesSlides/notesSlide${file(n)}.xml`] = part(
      'p:notes',
      shape(['1 January'], 'dt') + shape([notes], 'body') + shape(['7'], 'sldNum'),
    )
  }
  const listed = (element: string, ids: RegExp) =>
    Object.entries(authors)
      .filter(([id]) => ids.test(id))
      .map(([id, name]) => `<${element} id="${id}" name="${name}" initials="X"/>`)
      .join('')
  const ids = slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="s${n}"/>`).join('')
  return zipOf({
    '_rels/.rels': relationships({ main: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': officePart(
      'p:presentation',
      'presentationml',
      `<p:sldIdLst>${ids}</p:sldIdLst>`,
    ).replace('xmlns=', 'xmlns:p='),
    'ppt/_rels/presentation.xml.rels': relationships({
      ...Object.fromEntries(slides.map((_, n) => [`s${n}`, ['slide', `slides/slide${file(n)}.xml`]])),
      old: ['commentAuthors', 'commentAuthors.xml'],
      new: ['authors', 'authors.xml'],
    }),
    'ppt/commentAuthors.xml': officePart('p:cmAuthorLst', 'presentationml', listed('p:cmAuthor', /^\d/)),
    'ppt/authors.xml': officePart('p188:authorLst', 'presentationml', listed('p188:author', /^\{/)),
    ...parts,
  })
}
