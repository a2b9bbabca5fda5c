import { useBlocker } from '@tanstack/react-router'
import { loadCode } from '../connection.ts'
import type { Question } from './confirm.tsx'

/**
 * Asks before leaving a page or dialog with unsaved input.
 * @param placeIn the part of the query that identifies the page or dialog
 */
export function useUnsaved(
  isUnsaved: () => boolean,
  question: Leaving = leavingInput,
  placeIn: (search: Search) => unknown = ({ dialog }) => dialog,
): void {
  useBlocker({
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() &&
      (current.pathname !== next.pathname ||
        placeIn({ ...current.search }) !== placeIn({ ...next.search })) &&
      stay(question),
  })
}

type Search = Record<string, unknown>

type Leaving = Pick<Question, 'title' | 'consequences' | 'confirm' | 'cancel'>

const leavingInput: Leaving = {
  title: 'Leave without saving?',
  consequences: 'Your changes have not been saved and will be lost.',
  confirm: 'Leave',
  cancel: 'Keep editing',
}

/** Asks, and resolves to whether to stay. Without the code of the dialog, the browser asks. */
export async function stay(question: Leaving): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  try {
    const { confirm } = await loadCode(() => import('./confirm.tsx'))
    await confirm({ ...question, act: () => resolve(false), onCancel: () => resolve(true) })
  } catch {
    resolve(!window.confirm(`${question.title}\n\n${question.consequences}`))
  }
  return promise
}
