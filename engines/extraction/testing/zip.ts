const directoryEntry = Buffer.from('PK\u0001\u0002')
const endOfDirectory = Buffer.from('PK\u0005\u0006')

/** Forges the declared size of each file in a zip. */
export function forgeSizes(zip: Uint8Array, bytes: number): Buffer {
  const forged = Buffer.from(zip)
  for (let at = forged.indexOf(directoryEntry); at !== -1; at = forged.indexOf(directoryEntry, at + 4))
    forged.writeUInt32LE(bytes, at + 24)
  return forged
}

/** Repeats an entry in the directory of a zip, all of the same bytes and with a small declared size. */
export function repeatEntry(zip: Uint8Array, name: string, times: number): Buffer {
  const bytes = forgeSizes(zip, 100)
  const end = bytes.indexOf(endOfDirectory)
  let entry = bytes.indexOf(directoryEntry)
  while (bytes.toString('latin1', entry + 46, entry + 46 + name.length) !== name)
    entry = bytes.indexOf(directoryEntry, entry + 4)
  const length =
    46 + bytes.readUInt16LE(entry + 28) + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32)
  const copies = Array.from({ length: times }, (_, index) => {
    const copy = Buffer.from(bytes.subarray(entry, entry + length))
    copy.write(String(index).padStart(5, '0'), 46 + 5, 'latin1')
    return copy
  })
  const tail = Buffer.from(bytes.subarray(end))
  tail.writeUInt16LE(bytes.readUInt16LE(end + 8) + times, 8)
  tail.writeUInt16LE(bytes.readUInt16LE(end + 10) + times, 10)
  tail.writeUInt32LE(bytes.readUInt32LE(end + 12) + copies.length * length, 12)
  return Buffer.concat([bytes.subarray(0, end), ...copies, tail])
}
