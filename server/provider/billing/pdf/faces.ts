import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import { familiesFor, type Han, type Slice, sliceOf } from './families.ts'

export type Weight = 400 | 700

/** A font made from one slice in one weight, with only the characters of one document. */
export interface Face {
  name: string
  data: Buffer
  font: Font
  characters: ReadonlySet<number>
}

/** Shown for characters that no font has. */
export const replacement = '\uFFFD'

/** Controls how other characters are drawn; no font draws it. */
export const invisible = /\p{Default_Ignorable_Code_Point}/u
const joinsPrevious = /[\p{Mark}\p{Default_Ignorable_Code_Point}]/u

interface Draft {
  slice: Slice
  weight: Weight
  han: Han
  characters: Set<string>
  changed: boolean
}

/** The faces of one document. First `want` its text, then `make` the faces, then `find` the one for each text. */
export class Faces {
  readonly #made = new Map<string, Face>()
  readonly #drafts = new Map<string, Draft>()
  /** Characters that the list of slices promises but the font lacks. */
  readonly #lacking = new Set<string>()

  get all(): Face[] {
    return [...this.#made.values()]
  }

  want(text: string, weight: Weight, han: Han): void {
    let base: Slice | undefined
    for (const character of text) {
      const [slice] = this.#slicesWith(character, han)
      if (slice) this.#add(slice, character, weight, han)
      // A mark is positioned well only by the font of its base letter.
      if (!joinsPrevious.test(character)) base = slice
      else if (base) this.#add(base, character, weight, han)
    }
  }

  async make(): Promise<void> {
    for (let next = this.#changed(); next.length > 0; next = this.#changed()) {
      for (const draft of next) await this.#makeOne(draft)
    }
  }

  /** Returns the face that has all of these characters. */
  find(text: string, weight: Weight, han: Han): Face | undefined {
    const [first, ...rest] = [...text].filter((character) => !invisible.test(character))
    if (!first) return undefined
    return this.#slicesWith(first, han)
      .map((slice) => this.#made.get(nameOf(slice, weight)))
      .find((face) => face && rest.every((character) => has(face, character)))
  }

  #add(slice: Slice, character: string, weight: Weight, han: Han): void {
    const name = nameOf(slice, weight)
    const draft = this.#drafts.get(name) ?? { slice, weight, han, characters: new Set(), changed: false }
    this.#drafts.set(name, draft)
    if (draft.characters.has(character)) return
    draft.characters.add(character)
    draft.changed = true
  }

  #changed(): Draft[] {
    return [...this.#drafts.values()].filter(({ changed }) => changed)
  }

  async #makeOne(draft: Draft): Promise<void> {
    const { slice, weight, han, characters } = draft
    draft.changed = false
    const data = await subsetFont(await readFile(slice.file), [...characters].join(''), {
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
      noHinting: true,
    })
    const name = nameOf(slice, weight)
    const font = create(data) as Font
    const face = { name, data, font, characters: charactersOf(font) }
    if (face.characters.size > 0) this.#made.set(name, face)
    for (const character of characters) {
      if (has(face, character)) continue
      this.#lacking.add(`${nameOf(slice)} ${character}`)
      const [other] = this.#slicesWith(character, han)
      if (other) this.#add(other, character, weight, han)
    }
  }

  #slicesWith(character: string, han: Han): Slice[] {
    return familiesFor(han)
      .map((family) => sliceOf(family, character.codePointAt(0)!))
      .filter(
        (slice) => slice !== undefined && !this.#lacking.has(`${nameOf(slice)} ${character}`),
      ) as Slice[]
  }
}

/** Returns the characters of a font. For an empty font fontkit throws. */
function charactersOf(font: Font): ReadonlySet<number> {
  try {
    return new Set(font.characterSet)
  } catch {
    return new Set()
  }
}

const has = ({ characters }: Face, character: string): boolean => characters.has(character.codePointAt(0)!)

const nameOf = ({ family, name }: Slice, weight?: Weight): string => `${family} ${name} ${weight ?? ''}`
