// Finds API keys of Aerie in a text, such as the report of a secret scanner, and reports only those whose checksum is
// right. Needs Node 18 or newer and nothing else:
//   git log -p | node verify.mjs
// Each line of the output is a line number and the start of a token, which is not secret. Exits with 1 if it found any.
import { createHash } from 'node:crypto'

const format = /aie_([0-9a-f]{8})_([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])/
const length = 56

// In a lookahead, so that a real token is found even if it begins within a look-alike.
const anywhere = new RegExp(`(?=${format.source})`, 'g')
const checksumOf = (secret) => createHash('sha256').update(secret).digest('hex').slice(0, 8)
const linesIn = (text) => text.split('\n').length - 1

let line = 1
let rest = ''
process.stdin.setEncoding('latin1')
for await (const chunk of process.stdin) {
  const text = rest + chunk
  let counted = 0
  for (const { index, 1: checksum, 2: secret } of text.matchAll(anywhere)) {
    if (checksum !== checksumOf(secret)) continue
    line += linesIn(text.slice(counted, index))
    counted = index
    console.log(`${line}: aie_${checksum}`)
    process.exitCode = 1
  }
  // A token may continue in the next chunk.
  rest = text.slice(1 - length)
  line += linesIn(text.slice(counted, text.length - rest.length))
}
