// Separate because few runs are started again, so the dialog is loaded with the first.
import type { Run } from '#contract'
import { FormDialog, useDialog } from '../../../components/form-dialog.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { skillTitle } from '../skill-title.ts'

const Start = lazyPart(() => import('../start.tsx'))

/** The dialog that starts a skill again, with the run's input to change. `name` is its name in the address. */
export default function RunAgain({ run: { skill, projectId, input }, name }: { run: Run; name: string }) {
  const dialog = useDialog(name)
  return (
    <FormDialog dialog={dialog} title={`Run ${skillTitle(skill)} again`}>
      <Start skill={skill} projectId={projectId} input={input} onClose={dialog.close} />
    </FormDialog>
  )
}
