import { Button } from '@mantine/core'
import type { Skill } from '#contract'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { lazyPart } from '../../connection.ts'

const StartRun = lazyPart(() => import('./start-run.tsx'))

/** The button and dialog that start a skill on a project. */
export function StartSkill({ skill, projectId }: { skill: Skill; projectId: string }) {
  const dialog = useDialog(`start-${skill.name}`)
  return (
    <>
      <Button aria-label={`Start ${skill.name}`} onClick={dialog.open}>
        Start
      </Button>
      <FormDialog dialog={dialog} title={`Start ${skill.name}`}>
        <StartRun skill={skill} projectId={projectId} onClose={dialog.close} />
      </FormDialog>
    </>
  )
}
