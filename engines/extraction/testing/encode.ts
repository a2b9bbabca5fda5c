/** Encodes text in a legacy encoding of one or two bytes per character, by inverting `TextDecoder`. */
export function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  for (let lead = 0xff; lead >= 0x80; lead--) {
    for (let trail = 0xff; trail >= 0x40; trail--) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if ([...character].length === 1) bytesOf.set(character, [lead, trail])
    }
  }
  for (let byte = 0xff; byte >= 0; byte--) bytesOf.set(decoder.decode(Uint8Array.of(byte)), [byte])
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character)
      if (!bytes) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}
