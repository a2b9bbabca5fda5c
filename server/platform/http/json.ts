const codeOf = (char: string) => char.charCodeAt(0)
const [quote, backslash] = [codeOf('"'), codeOf('\\')]
/** Has a 1 at the code of each character that numbers consist of. */
const ofNumbers = new Uint8Array(128)
for (const char of '0123456789.eE+-') ofNumbers[codeOf(char)] = 1

/**
 * Parses JSON. Numbers with more than 15 significant digits, which a double may round, become infinite: no schema accepts
 * that, so the response names the field. Takes time in proportion to the length of the text. @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const exact = withoutInexactNumbers(text)
  return exact === text ? value : JSON.parse(exact)
}

/** One is enough for a refusal, and a response names 100 fields. */
const mostReplaced = 100

/** @param json valid JSON */
function withoutInexactNumbers(json: string): string {
  const parts: string[] = []
  let copied = 0
  for (let at = 0; at < json.length && parts.length < mostReplaced; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) at = endOfString(json, at)
    else if (ofNumbers[code]) {
      const start = at
      while (ofNumbers[json.charCodeAt(at + 1)]) at++
      inexact.lastIndex = start
      if (at - start < 15 || !inexact.test(json)) continue
      parts.push(json.slice(copied, start))
      copied = at + 1
    }
  }
  return [...parts, json.slice(copied)].join('1e999')
}

/** Returns where the closing quote of the string is that opens at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = end
    while (json.charCodeAt(escapes - 1) === backslash) escapes--
    if ((end - escapes) % 2 === 0) return end
  }
}

/** There are 14 or more digits between the first and the last significant one. */
const inexact = /-?[0.]*[1-9](?:\.?\d){14}[\d.]*[1-9]/y
