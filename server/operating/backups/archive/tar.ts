/** POSIX.1-1988 ustar. A backup uses only regular files with names of up to 100 bytes. */
const block = 512
const checksumAt = 148

export function tarHeader(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for tar.`)
  const header = Buffer.alloc(block)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(bytes, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(`${octal(checksum(header), 6)}\0 `, checksumAt)
  return header
}

/** Returns null if the header is damaged or not one of ours. */
export function readTarHeader(header: Buffer): { name: string; bytes: number } | null {
  if (header.length < block || header.toString('latin1', 257, 262) !== 'ustar') return null
  if (Number.parseInt(header.toString('latin1', checksumAt, checksumAt + 6), 8) !== checksum(header))
    return null
  const name = header.toString('utf8', 0, header.indexOf(0))
  return { name, bytes: Number.parseInt(header.toString('latin1', 124, 135), 8) }
}

export const padding = (bytes: number): Buffer => Buffer.alloc(paddingOf(bytes))
export const paddingOf = (bytes: number): number => (block - (bytes % block)) % block
export const headerBytes = block

/** Sums all bytes, with the checksum's own eight read as spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < checksumAt || at >= checksumAt + 8) sum += byte
  return sum
}
