import { Button, Textarea } from '@mantine/core'
import { createSkill } from '#contract'
import { useFileInput } from '../../components/file-input.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'

const example = `---
name: objections
description: What speaks against buying, and how it was answered.
---

List the objections that people raise, the most frequent first.
`

/** A SKILL.md, pasted or from a file. */
export function AddSkill({ onClose }: { onClose: () => void }) {
  const form = useOperationForm(createSkill, {
    initial: { content: '' },
    fieldOf: { skill_name_taken: 'content' },
    onDone: ({ name }) => {
      notifyDone(`“${name}” is added`)
      onClose()
    },
  })
  const file = useFileInput({
    label: 'A SKILL.md',
    accept: '.md,text/markdown',
    onFiles: async ([chosen]) => {
      if (chosen) form.setValue('content', await chosen.text())
    },
  })
  return (
    <OperationForm
      form={form}
      submit="Add skill"
      cancel={
        <>
          <Button variant="default" onClick={file.open}>
            Choose a file
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {file.element}
      <Textarea
        label="SKILL.md"
        description="Its name and what it is for, then instructions for the model."
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
