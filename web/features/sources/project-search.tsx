import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import type { Project } from '#contract'
import classes from './project-search.module.css'

/** Searches the text of all sources of a project; Enter leads to what was found. */
export function ProjectSearch({ project, searching }: { project: Project; searching: boolean }) {
  const navigate = useNavigate()
  const search: { q?: string } = useSearch({ strict: false })
  const asked = (searching && search.q) || ''
  const [typed, setTyped] = useState(asked)
  useEffect(() => setTyped(asked), [asked])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = typed.trim()
    if (q)
      void navigate({ to: '/projects/$projectId/search', params: { projectId: project.id }, search: { q } })
  }
  return (
    <search className={classes.search}>
      <form onSubmit={submit}>
        <TextInput
          type="search"
          aria-label="Search all sources"
          placeholder="Search all sources"
          enterKeyHint="search"
          data-page-search
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
          }
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}
