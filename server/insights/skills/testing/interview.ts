/** An interview of some 30 passages. No two of them are the same. */
export function interview(n: number): string {
  const turns = Array.from({ length: 30 }, (_, turn) => {
    const animals = n === 2 && turn === 17 ? 'At night the zebras sleep. ' : ''
    return `In answer ${turn} of talk ${n}, we spoke about the plan. ${animals}${'We said this and that, and went on. '.repeat(20)}`.trim()
  })
  return [`Hello, and welcome to talk ${n}.`, ...turns].join('\n\n')
}
