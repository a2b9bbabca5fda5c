import { Box } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import type { Project } from '#contract'
import { SearchInput } from '../../../components/filters.tsx'

/** Searches all sources of a project. Enter opens the results. */
export function ProjectSearch({ project, searching }: { project: Project; searching: boolean }) {
  const navigate = useNavigate()
  const search: { q?: string } = useSearch({ strict: false })
  const asked = (searching && search.q) || ''
  const [typed, setTyped] = useState(asked)
  useEffect(() => setTyped(asked), [asked])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = typed.trim()
    if (!q) return
    // Another search keeps the filters.
    const filters = searching ? { ...search, pages: undefined } : {}
    void navigate({
      to: '/projects/$projectId/search',
      params: { projectId: project.id },
      search: { ...filters, q },
    })
  }
  return (
    <Box component="search" flex={{ base: '1 1 100%', sm: '0 1 18rem' }} mb={6}>
      <form onSubmit={submit}>
        <SearchInput
          label="Search all sources"
          enterKeyHint="search"
          maxLength={500}
          value={typed}
          onChange={setTyped}
        />
      </form>
    </Box>
  )
}
