import { Textarea, TextInput } from '@mantine/core'

interface ProjectFieldsProps {
  field: (name: 'name' | 'description') => object
}

export function ProjectFields({ field }: ProjectFieldsProps) {
  return (
    <>
      <TextInput label="Name" data-autofocus dir="auto" {...field('name')} />
      <Textarea
        label="Description"
        description="What you want to find out. Optional."
        autosize
        minRows={3}
        maxRows={10}
        dir="auto"
        {...field('description')}
      />
    </>
  )
}
