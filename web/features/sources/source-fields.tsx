import { TagsInput, TextInput } from '@mantine/core'
import { DateField } from '../../components/date-field.tsx'
import { LanguageSelect } from '../../components/language-select.tsx'

interface SourceFieldsProps {
  field: (name: 'language' | 'occurredAt' | 'author' | 'tags') => object
  errors: Record<string, unknown>
}

/** The fields that all sources have besides a title. */
export function SourceFields({ field, errors }: SourceFieldsProps) {
  const wrongTag = Object.entries(errors).find(([path]) => path.startsWith('tags.'))?.[1]
  return (
    <>
      <LanguageSelect
        none="Recognize"
        description="Short texts have the language of longer ones in the project, or that of its settings."
        {...field('language')}
      />
      <DateField
        label="Date"
        description="Optional. When it was said or written. Trackers use the upload date if there is none."
        {...field('occurredAt')}
      />
      <TextInput label="Author" description="Optional." dir="auto" {...field('author')} />
      <TagsInput
        label="Tags"
        description="Optional. Press Enter or comma after each tag."
        splitChars={[',']}
        acceptValueOnBlur
        clearable
        {...field('tags')}
        {...(wrongTag !== undefined && { error: String(wrongTag) })}
      />
    </>
  )
}
