/**
 * For `memo`: whether a component would show the same, so that typing into one line of two hundred draws that line
 * only. Functions are not compared; those given to a line act on the rows as they are when they are called.
 */
export function sameValues(before: object, after: object): boolean {
  const [old, next] = [before, after] as Record<string, unknown>[]
  return Object.keys({ ...before, ...after }).every(
    (name) =>
      Object.is(old?.[name], next?.[name]) ||
      (typeof old?.[name] === 'function' && typeof next?.[name] === 'function'),
  )
}
