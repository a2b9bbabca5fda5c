import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import { type Face, type Faces, invisible, replacement, type Weight } from './faces.ts'
import type { Han } from './families.ts'
import { widthOf } from './measure.ts'
import { inVisualOrder } from './visual-order.ts'

/** A piece of a line in one font and direction, in visual order from left to right. */
export interface Run {
  text: string
  font: string
}

export interface Line {
  runs: Run[]
  /** In ems. */
  width: number
  rightToLeft: boolean
}

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en')

/** Scripts that fontkit itself reverses and joins. */
const shapedRightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Normalizes a text for fonts: composed characters, `\n` as line end, no control characters. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\t\v\f]/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
}

/** Collects the characters that `setLines` needs, including mirrored brackets for right-to-left text. */
export function wantText(text: string, weight: Weight, faces: Faces, han: Han): void {
  const plain = plainText(text)
  faces.want(plain, weight, han)
  faces.want([...plain].map((character) => bidi.getMirroredCharacter(character) ?? '').join(''), weight, han)
  faces.want(replacement, weight, han)
}

/**
 * Sets a text in lines of at most `width` ems: each character in a font that has it, words unbroken if they fit (UAX #14),
 * right-to-left and mixed text in visual order (UAX #9).
 */
export function setLines(text: string, weight: Weight, faces: Faces, han: Han, width: number): Line[] {
  return plainText(text)
    .split('\n')
    .flatMap((paragraph) => new Paragraph(paragraph, weight, faces, han).lines(width))
}

interface VisualRun {
  face: Face
  level: number
  text: string
}

class Paragraph {
  readonly #text: string
  /** Per UTF-16 unit. */
  readonly #faces: (Face | undefined)[] = []
  readonly #levels: Uint8Array
  readonly #rightToLeft: boolean
  readonly #clusterStarts: number[] = []
  readonly #space: Face | undefined
  readonly #replacement: Face | undefined

  constructor(text: string, weight: Weight, faces: Faces, han: Han) {
    let shown = ''
    for (const { segment } of graphemes.segment(text)) {
      this.#clusterStarts.push(shown.length)
      for (const [part, face] of facesOf(segment, (part) => faces.find(part, weight, han))) {
        shown += part
        for (let unit = 0; unit < part.length; unit++) this.#faces.push(face)
      }
    }
    this.#text = shown
    this.#space = faces.find(' ', weight, han)
    this.#replacement = faces.find(replacement, weight, han)
    const { levels, paragraphs } = bidi.getEmbeddingLevels(shown)
    this.#levels = levels
    this.#rightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1

    function facesOf(
      cluster: string,
      find: (part: string) => Face | undefined,
    ): [string, Face | undefined][] {
      const whole = find(cluster)
      if (whole) return [[cluster, whole]]
      const parts = [...cluster].filter((character) => !invisible.test(character))
      const found = parts.map((part): [string, Face | undefined] => [part, find(part)])
      // One replacement character for an emoji that is composed of several characters.
      if (found.length > 0 && found.every(([, face]) => face)) return found
      return parts.length > 0 ? [[replacement, find(replacement)]] : [[cluster, undefined]]
    }
  }

  lines(width: number): Line[] {
    const lines: Line[] = []
    let start = 0
    let used = 0
    let end = 0
    const close = () => {
      lines.push(this.#line(start, end))
      start = end
      used = 0
    }
    for (const { from, to } of this.#pieces(width)) {
      const size = this.#widthOf(from, to)
      // Spaces at the end of a line do not count.
      const seen = this.#widthOf(from, this.#withoutSpaces(from, to))
      if (used > 0 && used + seen > width) close()
      used += size
      end = to
    }
    if (end > start || lines.length === 0) close()
    return lines
  }

  /** Returns unbreakable pieces; those too long for a line are divided into characters. */
  #pieces(width: number): { from: number; to: number }[] {
    const pieces: { from: number; to: number }[] = []
    const breaker = new LineBreaker(this.#text)
    let from = 0
    for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
      const to = next.position
      if (this.#widthOf(from, this.#withoutSpaces(from, to)) <= width) pieces.push({ from, to })
      else {
        const starts = this.#clusterStarts.filter((start) => start > from && start < to)
        for (const start of [...starts, to]) {
          pieces.push({ from, to: start })
          from = start
        }
      }
      from = to
    }
    return pieces
  }

  #withoutSpaces(from: number, to: number): number {
    return from + this.#text.slice(from, to).trimEnd().length
  }

  #widthOf(from: number, to: number): number {
    return this.#runs(from, to).reduce((sum, { face, text }) => sum + (widthOf(face, text) ?? 0), 0)
  }

  #line(from: number, to: number): Line {
    const runs = inVisualOrder(this.#runs(from, this.#withoutSpaces(from, to)))
    return {
      runs: runs.map(({ face, text }) => ({ text, font: face.name })),
      width: runs.reduce((sum, { face, text }) => sum + (widthOf(face, text) ?? 0), 0),
      rightToLeft: this.#rightToLeft,
    }
  }

  /** Returns pieces in one font and direction, in reading order. */
  #runs(from: number, to: number): VisualRun[] {
    const runs: VisualRun[] = []
    for (let at = from; at < to; ) {
      const character = String.fromCodePoint(this.#text.codePointAt(at)!)
      const level = this.#levels[at]!
      const face = this.#faces[at] ?? (character === ' ' ? this.#space : undefined)
      at += character.length
      if (!face) continue
      const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character
      const last = runs.at(-1)
      if (last?.face === face && last.level === level) last.text += shown
      else runs.push({ face, level, text: shown })
    }
    return runs
      .flatMap((run) => this.#withoutUnshapeable(run))
      .map(({ face, level, text }) => ({
        face,
        level,
        // Fontkit reverses runs in these scripts, even Persian digits, which read from the left.
        text: (level % 2 === 1) === shapedRightToLeft.test(text) ? text : [...text].reverse().join(''),
      }))
  }

  /** Splits the rare sequences on which fontkit throws into single characters. */
  #withoutUnshapeable(run: VisualRun): VisualRun[] {
    if (widthOf(run.face, run.text) !== null) return [run]
    return [...run.text].flatMap((character) => {
      if (widthOf(run.face, character) !== null) return [{ ...run, text: character }]
      return this.#replacement ? [{ ...run, face: this.#replacement, text: replacement }] : []
    })
  }
}
