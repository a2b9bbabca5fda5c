import { getSettings } from '#contract'
import { useCall } from './api.ts'
import { todayIn } from './components/days.ts'

/** Today where the organisation is; where this browser is until that is known. */
export function useToday(): string {
  const { data } = useCall(getSettings)
  return todayIn(data?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
}
