import { readXml } from './xml.ts'

/** Returns the texts that cells refer to by their index; a workbook without text has none. */
export function readSharedStrings(part: Uint8Array | null): string[] {
  const strings: string[] = []
  if (!part) return strings
  const rich = new RichText()
  readXml(part, {
    open: (name) => rich.open(name),
    text: (text) => rich.add(text),
    close(name) {
      rich.close(name)
      if (name === 'si') strings.push(rich.take())
    },
  })
  return strings
}

/** Collects the text of a string: runs of several fonts, without phonetic hints. */
export class RichText {
  #text = ''
  #isText = false
  #isHint = false

  open(name: string): void {
    if (name === 'rPh') this.#isHint = true
    if (name === 't') this.#isText = true
  }

  close(name: string): void {
    if (name === 'rPh') this.#isHint = false
    if (name === 't') this.#isText = false
  }

  add(text: string): void {
    if (this.#isText && !this.#isHint) this.#text += text
  }

  take(): string {
    const text = unescaped(this.#text)
    this.#text = ''
    return text
  }
}

/** Decodes characters that XML cannot contain: `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
