/** Text that PostgreSQL and JSON can carry: without U+0000, lone surrogates replaced by U+FFFD. */
export function clean(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}
