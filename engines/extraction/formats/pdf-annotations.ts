import type { Comment } from './remarks.ts'
import type { Field } from './row.ts'

/** What the parser returns of an annotation, as far as it is used here. */
export interface Annotation {
  subtype: string
  /** Left, bottom, right and top. */
  rect: number[]
  hidden?: boolean
  contentsObj?: { str: string }
  titleObj?: { str: string }
  /** Set for a change of state by a reviewer, which has no words of its own. */
  state?: string | null
  fieldName?: string
  fieldValue?: unknown
  alternativeText?: string
  password?: boolean
  checkBox?: boolean
  radioButton?: boolean
  exportValue?: string
  buttonValue?: string
  options?: { exportValue: string; displayValue: string }[]
}

/** A piece of text on a page, and where it is: the last two numbers of `transform` are its left and bottom. */
export interface PlacedText {
  str: string
  transform: number[]
  width: number
  height: number
}

/** Annotations with words of a reader (ISO 32000-1, 12.5.6.2). */
const markup = new Set(
  'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink FileAttachment'.split(
    ' ',
  ),
)

/** Returns the comments on a page, except those that only repeat its text. */
export const commentsOn = (annotations: Annotation[], texts: PlacedText[]): Comment[] =>
  annotations
    .filter(({ subtype, hidden, state }) => markup.has(subtype) && !hidden && !state)
    .map((one) => ({
      author: one.titleObj?.str.trim() || null,
      text: one.contentsObj?.str.trim() ?? '',
      rect: one.rect,
    }))
    .filter(({ text, rect }) => text !== '' && !isShown(text, rect, texts))

/** Returns the filled fields of forms on a page, except those that its text already shows. */
export const fieldsOn = (annotations: Annotation[], texts: PlacedText[]): Field[] =>
  annotations
    .filter(({ subtype, hidden, password }) => subtype === 'Widget' && !hidden && !password)
    .map((one) => ({ name: fieldLabel(one), value: writtenIn(one), rect: one.rect }))
    .filter(({ value, rect }) => value !== '' && !isShown(value, rect, texts))

/** Returns the label that a form shows, or else the last part of a name such as `form1[0].page1[0].City[0]`. */
function fieldLabel({ alternativeText, fieldName = '' }: Annotation): string {
  return alternativeText?.trim() || (fieldName.split('.').at(-1) ?? '').replace(/\[\d+\]$/, '')
}

function writtenIn(field: Annotation): string {
  const { fieldValue, checkBox, radioButton, exportValue, buttonValue, options = [] } = field
  const values = [fieldValue].flat().filter((value): value is string => typeof value === 'string')
  // A box that is not checked has another value than its own.
  if (checkBox) return values[0] === exportValue ? values[0]! : ''
  if (radioButton) return values[0] === buttonValue ? values[0]! : ''
  const shown = (value: string) => options.find((one) => one.exportValue === value)?.displayValue ?? value
  return values.map(shown).join(', ').trim()
}

/** Returns whether the text at a place contains words: a form may be printed on the page, and a highlight repeat it. */
function isShown(words: string, [left, bottom, right, top]: number[], texts: PlacedText[]): boolean {
  const there = texts.filter(({ transform: [, , , , x = 0, y = 0], width, height }) => {
    return x < right! && x + width > left! && y < top! && y + height > bottom!
  })
  return plain(there.map(({ str }) => str).join('')).includes(plain(words))
}

const plain = (text: string): string => text.replaceAll(/\s+/g, '')
