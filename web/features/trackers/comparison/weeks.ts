import { dayAfter } from '../../../components/format.ts'

/** Fills the gaps between weeks, which are sorted; long gaps stay. @param weeks with their Mondays as keys */
export function withEmptyWeeks<Week extends { key: string | null; counts: Record<string, number> }>(
  weeks: Week[],
): { key: string | null; counts: Record<string, number> }[] {
  return weeks.flatMap((week, place) => {
    const missing: { key: string; counts: Record<string, number> }[] = []
    const before = weeks[place - 1]?.key
    if (before && week.key) {
      for (
        let key = dayAfter(before, 7);
        key < week.key && missing.length <= mostEmpty;
        key = dayAfter(key, 7)
      )
        missing.push({ key, counts: {} })
    }
    return missing.length > mostEmpty ? [week] : [...missing, week]
  })
}

const mostEmpty = 12
