import { own } from '#rules/own'
import type { Draft } from '../../draft.ts'
import { type Comment, Notes } from '../remarks.ts'
import { Body } from './body.ts'
import { CodePages } from './code-pages.ts'
import { breaks, characters, optionalGroups, skippedGroups } from './words.ts'

/** Groups whose text goes elsewhere, by the word that names them. */
const sinks: Record<string, Sink['kind']> = {
  footnote: 'note',
  annotation: 'comment',
  atnauthor: 'author',
  listtext: 'mark',
  pntext: 'mark',
  shptxt: 'box',
  fonttbl: 'font',
  stylesheet: 'style',
}

/** Writes the text of a document, token by token. */
export class RtfText {
  readonly #draft: Draft
  readonly #body: Body
  readonly #codePages = new CodePages()
  readonly #notes = new Notes()
  readonly #comments: Comment[] = []
  /** The numbers of the styles of headings. */
  readonly #headings = new Set<number>()
  readonly #outer: Group[] = []
  #group: Group = { ...outermost }
  /** Bytes to be decoded together. */
  #bytes: Uint8Array[] = []
  /** The number of bytes or words that only old programs read. */
  #replaced = 0
  #usualFont = 0
  /** Programs may omit that paragraphs are in the table whose row they define. */
  #isInRow = false
  #author: string | null = null
  /** The font or style that is being defined. */
  #defined = -1

  constructor(draft: Draft) {
    this.#draft = draft
    this.#body = new Body(draft)
  }

  open(): void {
    this.#flush()
    this.#replaced = 0
    this.#outer.push(this.#group)
    this.#group = { ...this.#group, isNew: true, isOptional: false }
  }

  close(): void {
    this.#flush()
    this.#replaced = 0
    const { sink } = this.#group
    this.#group = this.#outer.pop() ?? { ...outermost }
    if (sink && sink !== this.#group.sink) this.#finish(sink)
  }

  bytes(bytes: Uint8Array): void {
    const rest = bytes.subarray(this.#replaced)
    this.#replaced -= bytes.length - rest.length
    this.#group.isNew = false
    if (rest.length > 0 && this.#isVisible()) this.#bytes.push(rest)
  }

  word(name: string, value: number | null): void {
    const isNew = this.#group.isNew
    if (name === '*') {
      this.#group.isOptional = isNew
      return
    }
    this.#flush()
    this.#group.isNew = false
    if (isNew) this.#begin(name)
    if (this.#replaced > 0 && (Object.hasOwn(characters, name) || name === 'u')) this.#replaced--
    else if (this.#group.skipped === 'no') this.#perform(name, value)
  }

  /** Ends the text. @returns its comments */
  end(): Comment[] {
    while (this.#outer.length > 0) this.close()
    this.#flush()
    this.#body.end()
    this.#notes.write(this.#draft)
    return this.#comments
  }

  #begin(name: string): void {
    const group = this.#group
    const kind = own(sinks, name)
    if (group.skipped === 'wholly') return
    if (group.skipped === 'partly' && (name === 'shptxt' || name === 'ud')) group.skipped = 'no'
    if (name === 'shpinst' || name === 'upr') group.skipped = 'partly'
    else if (skippedGroups.has(name)) group.skipped = 'wholly'
    else if (group.isOptional && !kind && !optionalGroups.has(name)) group.skipped = 'wholly'
    if (kind) group.sink = { kind, text: '' }
  }

  #perform(name: string, value: number | null): void {
    if (Object.hasOwn(characters, name)) this.#write(own(characters, name)!)
    else if (name === 'u') this.#writeUnicode(value ?? 0)
    else if (!this.#break(name)) this.#set(name, value)
  }

  /** @returns whether the word ends a line, paragraph, cell or row */
  #break(name: string): boolean {
    const { sink, tables } = this.#group
    if (!breaks.has(name)) return false
    if (sink) sink.text += '\n'
    else if (name === 'line') this.#body.breakLine()
    else if (name === 'cell') this.#body.endCell(1)
    else if (name === 'nestcell') this.#body.endCell(Math.max(2, tables))
    else if (name === 'nestrow') this.#body.endRow(2)
    else if (name === 'row') {
      this.#body.endRow(1)
      this.#isInRow = false
    } else this.#body.endParagraph()
    return true
  }

  #set(name: string, value: number | null): void {
    const group = this.#group
    const kind = group.sink?.kind
    if (name === 'ansicpg') this.#codePages.setCodePage(value ?? 0)
    else if (name === 'mac') this.#codePages.setMacintosh()
    else if (name === 'deff') this.#usualFont = value ?? 0
    else if (name === 'fcharset') this.#codePages.setCharset(this.#defined, value ?? 0)
    else if ((name === 'f' && kind === 'font') || (name === 's' && kind === 'style'))
      this.#defined = value ?? 0
    else if (name === 'f') group.font = value ?? 0
    else if (name === 's') group.isHeading = this.#headings.has(value ?? 0)
    else if (name === 'outlinelevel') group.isHeading = (value ?? 0) < bodyLevel
    else if (name === 'pard') Object.assign(group, { isHeading: false, isInTable: false, tables: 1 })
    else if (name === 'plain') Object.assign(group, { isHidden: false, font: -1 })
    else if (name === 'v' || name === 'deleted') group.isHidden = value !== 0
    else if (name === 'uc') group.replacements = Math.max(0, value ?? 1)
    else if (name === 'intbl') group.isInTable = true
    else if (name === 'itap') Object.assign(group, { isInTable: value !== 0, tables: nesting(value) })
    else if (name === 'trowd') this.#isInRow = true
  }

  #writeUnicode(value: number): void {
    this.#write(String.fromCharCode(value & 0xffff))
    this.#replaced = this.#group.replacements
  }

  #flush(): void {
    if (this.#bytes.length === 0) return
    const { font } = this.#group
    this.#write(this.#codePages.decode(Buffer.concat(this.#bytes), font === -1 ? this.#usualFont : font))
    this.#bytes = []
  }

  #isVisible(): boolean {
    return this.#group.skipped === 'no' && !this.#group.isHidden
  }

  #write(text: string): void {
    const { sink, isHeading, isInTable, tables } = this.#group
    if (!this.#isVisible()) return
    if (sink?.kind === 'style' && /^heading \d/i.test(text)) this.#headings.add(this.#defined)
    if (sink) sink.text += text
    else this.#body.write(text, { isHeading, tables: isInTable || this.#isInRow ? tables : 0 })
  }

  /** Puts the text of a group where it belongs. */
  #finish({ kind, text }: Sink): void {
    if (kind === 'note') this.#write(this.#notes.add(text))
    else if (kind === 'mark') this.#write(/[\p{L}\p{N}]/u.test(text) ? `${text.trim()} ` : '- ')
    else if (kind === 'box') this.#body.addBox(text.trim())
    else if (kind === 'author') this.#author = text.trim() || null
    else if (kind === 'comment') {
      this.#comments.push({ author: this.#author, text })
      this.#author = null
    }
  }
}

/** Paragraphs of this level are no headings. */
const bodyLevel = 9
const deepestTable = 20

const nesting = (value: number | null): number => Math.min(Math.max(1, value ?? 1), deepestTable)

/** Where text goes that is not in a paragraph of the document. */
interface Sink {
  kind: 'note' | 'comment' | 'author' | 'mark' | 'box' | 'font' | 'style'
  text: string
}

/** The state of a group, which its inner groups inherit. */
interface Group {
  /** Whether it has no words of the text. Only in `partly` skipped groups some inner groups have. */
  skipped: 'no' | 'partly' | 'wholly'
  /** Whether the next word names what the group contains. */
  isNew: boolean
  /** Whether `\*` stands before that name: unknown contents are to be ignored. */
  isOptional: boolean
  sink: Sink | null
  font: number
  isHidden: boolean
  /** The number of bytes that replace a Unicode character in old programs. */
  replacements: number
  isHeading: boolean
  isInTable: boolean
  tables: number
}

const outermost: Group = {
  skipped: 'no',
  isNew: false,
  isOptional: false,
  sink: null,
  font: -1,
  isHidden: false,
  replacements: 1,
  isHeading: false,
  isInTable: false,
  tables: 1,
}
