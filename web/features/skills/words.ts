import type { SkillInput } from '#contract'
import { calendarDate, plural } from '../../components/format.ts'

/** What a run is about, in a few words; empty where it is about everything. */
export function aboutOf({ question, sourceIds, tag, from, to }: SkillInput): string {
  return [
    question && `“${question}”`,
    sourceIds && plural(sourceIds.length, 'source'),
    tag && `tagged “${tag}”`,
    from && `from ${calendarDate(from)}`,
    to && `to ${calendarDate(to)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
