import type { Face } from './faces.ts'

const widths = new WeakMap<Face, Map<string, number | null>>()

/** Returns the width in ems; null if the font cannot set the text. */
export function widthOf(face: Face, text: string): number | null {
  const known = widths.get(face) ?? new Map<string, number | null>()
  widths.set(face, known)
  const width = known.get(text) ?? measure(face, text)
  known.set(text, width)
  return width
}

function measure({ font }: Face, text: string): number | null {
  try {
    return font.layout(text).advanceWidth / font.unitsPerEm
  } catch {
    return null
  }
}
