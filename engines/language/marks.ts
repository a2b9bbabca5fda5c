/** What transcribers note in brackets besides words, in the languages of most transcripts. */
const noted =
  /^(?:inaudible|unintelligible|indistinct|unclear|cross-?talk|overlapping|laugh(?:s|ing|ter)?|chuckl\w*|giggl\w*|sigh\w*|cough\w*|sneez\w*|sniff\w*|gasp\w*|groan\w*|sob(?:s|bing)|cr(?:ies|ying)|yawn\w*|whistl\w*|breath\w*|applause|clap(?:s|ping)|cheer(?:s|ing)|music\w*|paus(?:e|es|ing)|silence|noise|beep\w*|static|vocalsound|nonvocalsound|disfmarker|gap|unverständlich\w*|lach(?:t|en|end)|gelächter|musik|applaus|räusper\w*|hust(?:et|en)|seufz\w*|stille|rires?|rit|applaudissements|musique|soupir\w*|toux|incompréhensible|risas?|ríe|se ríe|aplausos|música|silencio|suspir\w*|tose|ininteligible|pausa|incomprensibile|risate?|ride|applausi|musica|sospir\w*|inaudível|risos?|silêncio|incompreensível|onverstaanbaar|gelach|muziek|stilte|笑い?|拍手|沈黙|聞き取れ.*|不明)$/iu

const bracketed =
  /\[([^[\]\n]{1,60})\]|\(([^()\n]{1,40})\)|\{([^{}\n]{1,40})\}|<([a-z]{3,20})>|#(\d{1,2}:\d{2}(?::\d{2})?[-.,]?\d*)#/giu

const stamp = /^(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,:-]\d{1,3})?$/

/**
 * Replaces the marks of a transcript by spaces of the same length, so that places stay the same: `[inaudible]`,
 * `(laughs)`, `{vocalsound}`, `[00:01:02]`.
 */
export function withoutMarks(text: string): string {
  if (!/[[({<#]/.test(text)) return text
  return text.replace(bracketed, (mark, square, round, curly, angle, hash) => {
    const isMark =
      hash !== undefined ||
      (curly !== undefined && isFew(curly, 3)) ||
      [square && [square, 5], round && [round, 3], angle && [angle, 1]].some(
        (inside) => inside && isFew(inside[0], inside[1]) && isNoted(inside[0]),
      )
    return isMark ? ' '.repeat(mark.length) : mark
  })
}

const isFew = (inside: string, most: number): boolean => inside.trim().split(/\s+/).length <= most

const isNoted = (inside: string): boolean =>
  inside
    .trim()
    .split(/[\s,;/]+/)
    .some((word) => noted.test(word.replace(/[.!?…]+$/, '')) || stamp.test(word))
