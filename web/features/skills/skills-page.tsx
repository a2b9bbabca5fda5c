import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { deleteSkill, listSkills } from '#contract'
import { useCall } from '../../api.ts'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useMay } from '../../session.ts'
import { AddSkill } from './add-skill.tsx'
import { SkillList } from './skill-list.tsx'
import { useDeleteSkill } from './use-delete-skill.ts'

/** The skills there are, for all projects. */
export function SkillsPage() {
  const skills = useCall(listSkills)
  const adding = useDialog('new')
  const may = useMay()
  const remove = useDeleteSkill()
  return (
    <>
      <PageHeader
        title="Skills"
        description="A skill turns the sources of a project into something to read, in which each sentence cites what it rests on. Start one from a project."
        action={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
            Add skill
          </Button>
        }
      />
      <Loaded call={skills} what="The skills could not be loaded">
        {({ data }) => (
          <SkillList
            skills={data}
            action={(skill) =>
              !skill.builtIn &&
              may(deleteSkill) && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Delete ${skill.name}`}
                  onClick={() => remove(skill)}
                >
                  Delete
                </Button>
              )
            }
          />
        )}
      </Loaded>
      <FormDialog dialog={adding} title="Add skill">
        <AddSkill onClose={adding.close} />
      </FormDialog>
    </>
  )
}
