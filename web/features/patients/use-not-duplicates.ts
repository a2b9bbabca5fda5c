import { markNotDuplicates, type Patient, unmarkNotDuplicates } from '#contract'
import { useAction } from '../../api.ts'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { nameOf } from './words.ts'

/** Marks two records as being of different people, and offers to undo that. */
export function useNotDuplicates(): (pair: readonly [Patient, Patient]) => Promise<void> {
  const mark = useAction(markNotDuplicates)
  const unmark = useUnmark()
  return async (pair) => {
    const names = pair.map(nameOf).join(' and ')
    try {
      const { id } = await mark.mutateAsync({ patientIds: pair.map(({ id }) => id) })
      notifyDone(`${names} are kept apart from now on`, () => unmark(id))
    } catch (error) {
      notifyFailed(`${names} could not be marked as different people`, error)
    }
  }
}

/** Takes such a mark away again. */
export function useUnmark(): (notDuplicatesId: string) => Promise<void> {
  const { mutateAsync } = useAction(unmarkNotDuplicates)
  return async (notDuplicatesId) => {
    try {
      await mutateAsync({ notDuplicatesId })
      notifyDone('The mark is taken away')
    } catch (error) {
      notifyFailed('The mark could not be taken away', error)
    }
  }
}
