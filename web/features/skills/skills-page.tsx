import { Button, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { createSkill, deleteSkill, type Skill, startRun } from '#contract'
import { useAction } from '../../api.ts'
import { RowButton } from '../../components/columns.tsx'
import { confirm } from '../../components/confirm.tsx'
import { useFileInput } from '../../components/file-input.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { Loaded, PageHeader } from '../../components/page.tsx'
import { headings } from '../../headings.ts'
import { useMay } from '../../session.ts'
import { SkillList } from './skill-list.tsx'
import { skillTitle } from './skill-title.ts'
import { StartSkill } from './start-skill.tsx'
import { useSkills } from './use-skills.ts'

/** All skills. */
export default function SkillsPage() {
  const skills = useSkills()
  const adding = useDialog('new')
  const may = useMay()
  const remove = useDeleteSkill()
  return (
    <>
      <PageHeader
        {...headings['/skills']}
        action={
          may(createSkill) && (
            <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
              Add skill
            </Button>
          )
        }
      />
      <Loaded call={skills} what="The skills could not be loaded">
        {({ data }) => (
          <SkillList
            skills={data}
            actions={(skill) => (
              <>
                {!skill.builtIn && may(deleteSkill) && (
                  <RowButton of={skillTitle(skill.name)} onClick={() => remove(skill)} label="Delete" />
                )}
                {skill.available && may(startRun) && <StartSkill skill={skill} />}
              </>
            )}
          />
        )}
      </Loaded>
      {may(createSkill) && (
        <FormDialog dialog={adding} title="Add skill">
          <AddSkill onClose={adding.close} />
        </FormDialog>
      )}
    </>
  )
}

function useDeleteSkill(): (skill: Skill) => void {
  const { mutateAsync } = useAction(deleteSkill)
  return ({ name }) =>
    confirm({
      title: `Delete “${skillTitle(name)}”?`,
      consequences: 'It can no longer be started. Its results are kept.',
      confirm: 'Delete skill',
      act: () => mutateAsync({ name }),
      done: `“${skillTitle(name)}” is deleted`,
    })
}

const example = `---
name: objections
description: What speaks against buying, and how it was answered.
---

List the objections that people raise, the most frequent first.
`

function AddSkill({ onClose }: { onClose: () => void }) {
  const form = useOperationForm(createSkill, {
    initial: { content: '' },
    fieldOf: { skill_name_taken: 'content' },
    onDone: ({ name }) => {
      notifyDone(`“${skillTitle(name)}” has been added`)
      onClose()
    },
  })
  const file = useFileInput({
    label: 'SKILL.md file',
    accept: '.md,text/markdown',
    onFiles: async ([chosen]) => {
      if (chosen) form.setValue('content', await chosen.text())
    },
  })
  return (
    <OperationForm
      form={form}
      submit="Add skill"
      cancel={<Button onClick={file.open}>Choose file</Button>}
      onCancel={onClose}
    >
      {file.element}
      <Textarea
        label="SKILL.md"
        description="A name and a description, followed by instructions for the model."
        placeholder={example}
        autosize
        minRows={10}
        maxRows={20}
        data-autofocus
        dir="auto"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.field('content')}
      />
    </OperationForm>
  )
}
