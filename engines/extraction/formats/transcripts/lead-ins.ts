import { rowsIn } from '#engines/language'

const words = new Set(rowsIn(new URL('lead-ins.txt', import.meta.url)).flat())

const phrases =
  /^(?:(?:action|agenda) items?|next steps?|due date|(?:prep|cook|total|start|end) time|to do|key (?:points?|takeaways?)|(?:open|offene) (?:points?|questions?|punkte|fragen)|nächste schritte|prochaines étapes|ordre du jour|próximos (?:pasos|passos)|orden del día|prossimi passi|ordine del giorno|for example|zum beispiel|par exemple|por ejemplo|per esempio|por exemplo)$/

/** Returns whether words before a colon introduce a remark or a value, perhaps with a number: `Step 2: …`. */
export function isLeadIn(label: string): boolean {
  const said = label.toLowerCase().replace(/[ .#]*\d*\.?$/, '')
  return words.has(said) || phrases.test(said)
}
