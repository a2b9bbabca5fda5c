import { head, officePart, relationships, zipOf } from './package.ts'

interface Sheet {
  name: string
  /** Rows as XML; see `row`. */
  rows: string
  merged?: string[]
  state?: 'hidden' | 'veryHidden'
  /** Notes as XML, by authors of `noteAuthors`. */
  notes?: string
  /** Threaded comments as XML, by persons of `people`. */
  threads?: string
}

interface Workbook {
  sheets: Sheet[]
  strings?: string[]
  /** Codes of number formats; a cell's style is an index, from 1. */
  formats?: string[]
  since1904?: boolean
  noteAuthors?: string[]
  /** Names by id. */
  people?: Record<string, string>
}

const sheetPart = (content: string) => officePart('worksheet', 'spreadsheetml', content)

/** Creates a workbook. */
export function xlsx({
  sheets,
  strings = [],
  formats = [],
  since1904,
  noteAuthors = [],
  people = {},
}: Workbook): Uint8Array {
  const codes = formats.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code}"/>`).join('')
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, n) => `<xf numFmtId="${164 + n}"/>`)]
  // Style 50 is a date as the system shows it.
  while (styles.length < 50) styles.push('<xf numFmtId="0"/>')
  styles.push('<xf numFmtId="14"/>')
  const parts = sheets.map(({ rows, merged }) => {
    const cells = merged?.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    return sheetPart(`<sheetData>${rows}</sheetData>${cells ? `<mergeCells>${cells}</mergeCells>` : ''}`)
  })
  const listed = sheets.map(
    ({ name, state }, n) =>
      `<sheet name="${name}" sheetId="${n + 1}" ${state ? `state="${state}" ` : ''}r:id="s${n}"/>`,
  )
  return zipOf({
    '_rels/.rels': relationships({ main: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': officePart(
      'workbook',
      'spreadsheetml',
      `<workbookPr${since1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships({
      ...Object.fromEntries(sheets.map((_, n) => [`s${n}`, ['worksheet', `worksheets/sheet${n}.xml`]])),
      styles: ['styles', '/xl/styles.xml'],
      strings: ['sharedStrings', 'sharedStrings.xml'],
      people: ['person', 'persons/person.xml'],
    }),
    'xl/styles.xml': officePart(
      'styleSheet',
      'spreadsheetml',
      `<numFmts>${codes}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs>`,
    ),
    'xl/sharedStrings.xml': officePart(
      'sst',
      'spreadsheetml',
      strings.map((one) => `<si>${one}</si>`).join(''),
    ),
    'xl/persons/person.xml': `${head}<personList xmlns="${threaded}">${Object.entries(people)
      .map(([id, name]) => `<person displayName="${name}" id="${id}"/>`)
      .join('')}</personList>`,
    ...Object.fromEntries(parts.map((part, n) => [`xl/worksheets/sheet${n}.xml`, part])),
    ...Object.assign({}, ...sheets.map((sheet, n) => commentsOn(sheet, n, noteAuthors))),
  })
}

const threaded = 'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments'

function commentsOn({ notes, threads }: Sheet, n: number, authors: string[]): Record<string, string> {
  const listed = authors.map((author) => `<author>${author}</author>`).join('')
  return {
    ...((notes || threads) && {
      [`xl/worksheets/_rels/sheet${n}.xml.rels`]: relationships({
        notes: ['comments', `../comments${n}.xml`],
        threads: ['threadedComment', `../threadedComments/threadedComment${n}.xml`],
      }),
    }),
    ...(notes && {
      [`xl/comments${n}.xml`]: officePart(
        'comments',
        'spreadsheetml',
        `<authors>${listed}</authors><commentList>${notes}</commentList>`,
      ),
    }),
    ...(threads && {
      [`xl/threadedComments/threadedComment${n}.xml`]: `${head}<ThreadedComments xmlns="${threaded}">${threads}</ThreadedComments>`,
    }),
  }
}

/** Creates a row of cells: texts, numbers, or XML. */
export function row(number: number, ...cells: (string | number | null)[]): string {
  const written = cells.map((cell, n) => {
    const at = `r="${String.fromCharCode(65 + n)}${number}"`
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`
    return cell.startsWith('<c')
      ? cell.replace('<c', `<c ${at}`)
      : `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`
  })
  return `<row r="${number}">${written.join('')}</row>`
}
