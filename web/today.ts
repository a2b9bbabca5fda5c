import { getSettings } from '#contract'
import { useCall } from './api.ts'
import { todayIn } from './components/format.ts'

/** Returns today in the organisation's time zone, or in the browser's until that is loaded. */
export function useToday(): string {
  const { data } = useCall(getSettings)
  return todayIn(data?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
}
