/** Ranges of characters, sorted: first and last of each. */
type Coverage = Uint32Array

/** Reads which characters a TrueType font has. */
export function readCoverage(font: Buffer): Coverage {
  const tables = font.subarray(12, 12 + 16 * font.readUInt16BE(4))
  const entry = tables.indexOf('cmap')
  return charactersIn(font.subarray(tables.readUInt32BE(entry + 8)))
}

export function covers(coverage: Coverage, character: number): boolean {
  let low = 0
  let high = coverage.length / 2 - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (character < coverage[2 * middle]!) high = middle - 1
    else if (character > coverage[2 * middle + 1]!) low = middle + 1
    else return true
  }
  return false
}

/** Reads the best of the subtables: format 12 has all characters, format 4 those of the basic plane. */
function charactersIn(cmap: Buffer): Coverage {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, n) =>
    cmap.subarray(cmap.readUInt32BE(8 + 8 * n)),
  )
  const complete = subtables.find((one) => one.readUInt16BE() === 12)
  if (complete) return groups(complete)
  const basic = subtables.find((one) => one.readUInt16BE() === 4)
  if (!basic) throw new Error('A font lists its characters in an unknown format.')
  return segments(basic)
}

function groups(table: Buffer): Coverage {
  const ranges: number[] = []
  for (let at = 16; at < 16 + 12 * table.readUInt32BE(12); at += 12)
    ranges.push(table.readUInt32BE(at), table.readUInt32BE(at + 4))
  return Uint32Array.from(ranges)
}

function segments(table: Buffer): Coverage {
  const size = table.readUInt16BE(6)
  const ranges: number[] = []
  for (let at = 14; at < 14 + size; at += 2) {
    const last = table.readUInt16BE(at)
    const first = table.readUInt16BE(at + size + 2)
    const delta = table.readUInt16BE(at + 2 * size + 2)
    const offsetAt = at + 3 * size + 2
    const offset = table.readUInt16BE(offsetAt)
    for (let character = first; character <= last; character++) {
      const glyph =
        offset === 0
          ? (character + delta) & 0xffff
          : table.readUInt16BE(offsetAt + offset + 2 * (character - first))
      if (glyph !== 0) ranges.push(character, character)
    }
  }
  return Uint32Array.from(ranges)
}
