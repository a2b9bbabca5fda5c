import { Button } from '@mantine/core'
import type { Skill } from '#contract'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { skillTitle } from './skill-title.ts'

const Start = lazyPart(() => import('./start.tsx'))

interface StartSkillProps {
  skill: Skill
  /** The dialog asks for it if it is not given. */
  projectId?: string
}

/** The button and dialog that start a skill on a project. */
export function StartSkill({ skill: { name }, projectId }: StartSkillProps) {
  const dialog = useDialog(`start-${name}`)
  const label = `Start ${skillTitle(name)}`
  return (
    <>
      <Button aria-label={label} onClick={dialog.open}>
        Start
      </Button>
      <FormDialog dialog={dialog} title={label}>
        <Start skill={name} {...(projectId && { projectId })} onClose={dialog.close} />
      </FormDialog>
    </>
  )
}
