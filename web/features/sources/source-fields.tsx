import { TagsInput, TextInput } from '@mantine/core'

interface SourceFieldsProps {
  field: (name: 'occurredAt' | 'author' | 'tags') => object
  errors: Record<string, unknown>
}

/** What is said about any source beside its title. */
export function SourceFields({ field, errors }: SourceFieldsProps) {
  const wrongTag = Object.entries(errors).find(([path]) => path.startsWith('tags.'))?.[1]
  return (
    <>
      <TextInput
        type="date"
        label="When it was said or written"
        description="Optional. Trackers count by this day, else by the day of the upload."
        max="9999-12-31"
        {...field('occurredAt')}
      />
      <TextInput label="Author" description="Optional." dir="auto" {...field('author')} />
      <TagsInput
        label="Tags"
        description="Optional. Enter or a comma ends a tag."
        splitChars={[',']}
        acceptValueOnBlur
        clearable
        {...field('tags')}
        {...(wrongTag !== undefined && { error: String(wrongTag) })}
      />
    </>
  )
}
