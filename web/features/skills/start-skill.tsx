import { Button } from '@mantine/core'
import type { Skill } from '#contract'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { StartRun } from './start-run.tsx'

/** Starts a skill on a project, by a dialog that says what it is to be about. */
export function StartSkill({ skill, projectId }: { skill: Skill; projectId: string }) {
  const dialog = useDialog(`start-${skill.name}`)
  return (
    <>
      <Button variant="default" aria-label={`Start ${skill.name}`} onClick={dialog.open}>
        Start
      </Button>
      <FormDialog dialog={dialog} title={`Start ${skill.name}`}>
        <StartRun skill={skill} projectId={projectId} onClose={dialog.close} />
      </FormDialog>
    </>
  )
}
