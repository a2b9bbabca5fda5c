/** Words before a colon at the beginning of a line, which may be the name of a speaker. */
export interface Label {
  name: string
  /** The rest of the line. */
  text: string
  /** Whether a mark shows that another speaker begins: `>>`. */
  isMarked: boolean
}

/** Titles and companies make names long: “Dr. Maria-Luisa Fernández de la Cruz (Acme GmbH)”. */
export const longestName = 100
const mostWords = 12

/** `Q.   …` and `A.   …` in records of courts, also in French, German and Spanish. */
const initial = /^\s*([AFPQR])\.(\s+)(?=\S)/

const opening = /^[\s\p{Cf}*_]*(?:[-–—•]\s+)?(>>+)?[\s\p{Cf}*_]*/u
const closing = /^[*_]*[\s\p{Cf}]*/u

/** Returns the label at the beginning of a line, such as `Ada Lovelace: …`, `>> ADA: …` or `**Ada:** …`. */
export function labelOf(line: string): Label | null {
  const head = line.slice(0, longestName * 2)
  const named = beforeColon(line, head)
  const [lead = '', letter, gap] = initial.exec(head) ?? []
  // `A. Lovelace: …` is a name.
  if (letter && (gap!.length > 1 || !(named && isProper(named.name))))
    return { name: letter, text: line.slice(lead.length), isMarked: false }
  return named
}

function beforeColon(line: string, head: string): Label | null {
  const [{ length: from }, mark] = opening.exec(head)!
  const to = colonIn(head, from)
  if (to === -1) return null
  const name = cleanName(head.slice(from, to))
  if (!isNameShaped(name)) return null
  const rest = line.slice(to + 1)
  return { name, text: rest.slice(closing.exec(rest)![0].length), isMarked: mark !== undefined }
}

/** Returns the first colon after words, but not one in `12:30` or `https://`. */
function colonIn(head: string, from: number): number {
  for (const { index } of head.slice(from).matchAll(/[:：]/g)) {
    const at = from + index
    if (head[at] === '：') return at
    const next = head[at + 1]
    if (next === undefined || /[\s*_[(\p{Cf}]|[^\p{ASCII}]/u.test(next)) return at
  }
  return -1
}

/** Removes brackets and emphasis around a name, and invisible characters. */
export function cleanName(written: string): string {
  const name = written
    .replace(/[\p{Cf}*]+/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s_~|–—-]+|(?<![\s_|–—-])[\s_|–—-]+$/g, '')
  return /^(?:\[[^\]]*\]|<[^>]*>)$/.test(name) ? name.slice(1, -1).trim() : name
}

/** Returns the name that words are, perhaps before a colon. */
export function nameIn(written: string): string | null {
  const name = cleanName(written.replace(/[:：]\s*$/, ''))
  return isNameShaped(name) ? name : null
}

/** Returns whether words may be a name: few, without the end of a sentence. */
export function isNameShaped(name: string): boolean {
  return (
    name.length <= longestName &&
    /^[\p{L}\p{N}\p{Extended_Pictographic}+@('"“„«]/u.test(name) &&
    // A telephone number is the name of a contact that has none.
    (/\p{L}/u.test(name) || /^\+?[\d\s().-]{6,}$/.test(name)) &&
    !/[<>{}=\\]|:\/\//.test(name) &&
    !/(?:\p{L}{5,}\.|[!?;…。！？,])(?:\s|$)/u.test(name.replace(/^[^,]+, (?=\p{Lu})/u, '')) &&
    name.split(' ').length <= mostWords
  )
}

const particle =
  /^(?:van|von|vom|zu|zum|zur|de|der|den|da|di|du|do|dos|das|del|della|la|le|les|las|los|of|the|al|el|bin|bint|ibn|ben|abu|y|e|et|and|und|ter|ten|af|av)$/

const address = /^[^\s@]+@[^\s@]+\.\p{L}+$/u
const capitalized = /^[^\p{L}]*[\p{Lu}\p{Lt}\p{Lo}]|^[^\p{L}]+$/u
/** Parts of academic titles: `Dr. med. dent.`, `Dr. rer. nat. habil.` */
const title = /^(?:med|dent|vet|rer|nat|phil|jur|iur|ing|pol|oec|soc|theol|sc|hum|publ|habil|mult|h|c|e)\.$/

/**
 * Returns whether words look like a proper name: each begins with a capital or a digit, is a part of a title, or is in a
 * script without capitals. Ignores words in brackets.
 */
export function isProper(name: string): boolean {
  const words = name
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
    .split(/[\s/|]+/)
    .filter(Boolean)
  return (
    words.every(
      (word) => capitalized.test(word) || address.test(word) || particle.test(word) || title.test(word),
    ) && words.some((word) => capitalized.test(word) || address.test(word))
  )
}
