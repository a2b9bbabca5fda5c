import { lines as linesIn } from '../../passages.ts'

/** A number before a line, as in records of courts. */
const number = /^\s{0,8}(\d{1,5})(?:\s{2,40}|\t)(?=\S)/
const sampled = 200

/** Removes the numbers of lines, if nearly all lines have one and each is the next. */
export function withoutNumbers(text: string): string {
  const numbers: (number | null)[] = []
  for (const [start, end] of linesIn(text)) {
    const head = text.slice(start, Math.min(end, start + 80))
    if (head.trim() === '') continue
    const found = number.exec(head)
    numbers.push(found && Number(found[1]))
    if (numbers.length === sampled) break
  }
  const next = numbers.filter((one, n) => n > 0 && one !== null && one === (numbers[n - 1] ?? 0) + 1)
  if (next.length < 3 || next.length < (numbers.length - 1) * 0.8) return text
  return [...linesIn(text)].map(([start, end]) => text.slice(start, end).replace(number, '')).join('\n')
}
