import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  listSources,
  listTrackers,
  type Project,
  type Pseudonymisation,
  pseudonymiseProject,
} from '#contract'
import { useAction } from '../../api.ts'
import { Bullets } from '../../components/bullets.tsx'
import { Caption } from '../../components/caption.tsx'
import { confirm } from '../../components/confirm.tsx'
import { plural } from '../../components/format.ts'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { peopleIn } from './people-in.ts'

interface ReplaceNamesProps {
  project: Project
  onClose: () => void
}

/** Replaces names of people by pseudonyms: first shows where they are, then asks. */
export default function ReplaceNames({ project, onClose }: ReplaceNamesProps) {
  const [preview, setPreview] = useState<{ of: string; found: Pseudonymisation }>()
  const { mutateAsync } = useAction(pseudonymiseProject, { also: [listSources, listTrackers] })
  const form = useOperationForm(pseudonymiseProject, {
    initial: { people: '' },
    input: ({ people }) => ({ projectId: project.id, names: peopleIn(people) }),
    send: async (input) => {
      const found = await mutateAsync({ ...input, preview: true })
      setPreview({ of: form.current().people, found })
    },
    fieldOf: { validation_failed: 'people' },
  })
  const shown = preview?.of === form.values.people ? preview.found : undefined
  const replace = () =>
    confirm({
      title: `Replace ${plural(shown?.names.length ?? 0, 'name')} in “${project.name}”?`,
      consequences: `${consequencesOf(shown?.originals ?? 0)} Nobody can bring the names back.`,
      confirm: 'Replace names',
      act: async () => {
        await mutateAsync({ projectId: project.id, names: peopleIn(form.current().people) })
        form.markSaved()
        onClose()
      },
      done: 'The names are being replaced',
    })
  return (
    <OperationForm
      form={form}
      actions={
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" loading={form.submitting} variant={shown ? 'default' : 'filled'}>
            Show where they are
          </Button>
          {shown && (
            <Button variant="filled" color="red" onClick={replace}>
              Replace names…
            </Button>
          )}
        </Group>
      }
    >
      <Text>
        Pseudonyms take the place of the names in titles, texts, speakers, authors and details of all sources,
        also of those that you add later, and in trackers.
      </Text>
      <Textarea
        label="People"
        description="One in each line: the name, and other forms after commas. A pseudonym of your choice follows an equals sign."
        placeholder={'Vera Stein, Vera, Veras\nBen = Courier'}
        autosize
        minRows={4}
        maxRows={12}
        {...form.field('people')}
      />
      <div role="status">{shown && <Found found={shown} />}</div>
    </OperationForm>
  )
}

function Found({ found: { names, searched } }: { found: Pseudonymisation }) {
  return (
    <Stack gap="xs">
      {searched && searched.sources < searched.of && (
        <Caption>
          Counted in the newest {searched.sources} of {plural(searched.of, 'source')}.
        </Caption>
      )}
      <Bullets>
        {names.map(({ pseudonym, found, sample }) => (
          <li key={pseudonym}>
            <bdi>{pseudonym}</bdi>: {plural(found ?? 0, 'place')}
            {sample.map((text, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two places can have the same words around them
              <Caption key={place}>
                <bdi>“{text}”</bdi>
              </Caption>
            ))}
          </li>
        ))}
      </Bullets>
    </Stack>
  )
}

const consequencesOf = (originals: number): string =>
  originals === 0
    ? 'Runs that quote one of them are deleted.'
    : `${plural(originals, 'original file')} that ${originals === 1 ? 'is' : 'are'} not plain text, and runs that quote one of the names, are deleted.`
