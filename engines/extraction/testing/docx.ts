import { strToU8, zipSync } from 'fflate'

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Creates a paragraph, with a style (`Heading1`) or in a list. */
export function p(text: string, { style, list }: { style?: string; list?: 1 | 2 } = {}): string {
  const properties = [
    style ? `<w:pStyle w:val="${style}"/>` : '',
    list ? `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>` : '',
  ].join('')
  const runs = text.includes('<w:') ? text : `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  return `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`
}

export function table(rows: string[][]): string {
  const cell = (text: string) => `<w:tc>${text.includes('<w:p>') ? text : p(text)}</w:tc>`
  return `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`
}

export const endnoteMark = '<w:r><w:endnoteReference w:id="2"/></w:r>'
export const commentMark = (id: number) => `<w:r><w:commentReference w:id="${id}"/></w:r>`
export const footnoteMark = '<w:r><w:footnoteReference w:id="2"/></w:r>'

/** Creates a comment. */
export const comment = (id: number, author: string, paragraphs: string): string =>
  `<w:comment w:id="${id}" w:author="${author}" w:initials="X">${paragraphs}</w:comment>`

/** Creates the parts of a Word document. List 1 has bullets, list 2 numbers. */
export function docxParts(
  body: string,
  footnote = '',
  { endnote = '', comments = '' } = {},
): Record<string, Uint8Array> {
  const types: [part: string, type: string][] = [
    ['document', 'document.main'],
    ['styles', 'styles'],
    ['numbering', 'numbering'],
    ['footnotes', 'footnotes'],
    ['endnotes', 'endnotes'],
    ['comments', 'comments'],
  ]
  const level = (format: string) =>
    `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1."/></w:lvl>`
  const heading = (number: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${number}"><w:name w:val="heading ${number}"/></w:style>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types
      .map(
        ([part, type]) =>
          `<Override PartName="/word/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`,
      )
      .join('')}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${['styles', 'numbering', 'footnotes', 'endnotes', 'comments'].map((part) => `<Relationship Id="${part}" Type="${office}/${part}" Target="${part}.xml"/>`).join('')}</Relationships>`,
    'word/document.xml': `${head}<w:document ${w}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `${head}<w:styles ${w}>${heading(1)}${heading(2)}</w:styles>`,
    'word/numbering.xml': `${head}<w:numbering ${w}><w:abstractNum w:abstractNumId="0">${level('bullet')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level('decimal')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
    'word/footnotes.xml': `${head}<w:footnotes ${w}><w:footnote w:id="2">${p(footnote)}</w:footnote></w:footnotes>`,
    'word/endnotes.xml': `${head}<w:endnotes ${w}><w:endnote w:id="2">${p(endnote)}</w:endnote></w:endnotes>`,
    'word/comments.xml': `${head}<w:comments ${w}>${comments}</w:comments>`,
  }
  return Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))
}

export function docx(...given: Parameters<typeof docxParts>): Uint8Array {
  return zipSync(docxParts(...given))
}
