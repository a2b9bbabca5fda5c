import { Group, NativeSelect, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { getMe, listAuditLog, listUsers, type Project, type ProjectAccess, updateProject } from '#contract'
import { Bullets } from '../../components/bullets.tsx'
import { Caption } from '../../components/caption.tsx'
import { RemoveRow } from '../../components/form-rows.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { useSearched } from '../../searched.ts'
import classes from './project-access.module.css'

type Member = ProjectAccess['members'][number]

const everyoneNames = { edit: 'Can edit', view: 'Can view', none: 'Only people below' }
const levelNames = { edit: 'Can edit', view: 'Can view' }
const everyoneLabel = 'Everyone with access to insights'

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

interface ProjectAccessProps {
  project: Project
  onClose: () => void
}

/** Who can see a project. Those who can edit it may change that. */
export default function AccessOfProject({ project, onClose }: ProjectAccessProps) {
  return project.level === 'edit' ? (
    <AccessForm project={project} onClose={onClose} />
  ) : (
    <AccessFacts access={project.access} />
  )
}

function AccessFacts({ access: { everyone, members } }: Pick<Project, 'access'>) {
  return (
    <Stack gap="sm">
      <Text>
        {everyoneLabel}: {everyoneNames[everyone].toLowerCase()}.
      </Text>
      {members.length > 0 && (
        <Bullets>
          {members.map(({ userId, name, level, note }) => (
            <li key={userId}>
              <bdi>{name}</bdi> {levelNames[level].toLowerCase()}
              {note && <Caption>{note}</Caption>}
            </li>
          ))}
        </Bullets>
      )}
      <AdminsNote />
    </Stack>
  )
}

const AdminsNote = () => <Text c="dimmed">Owners and admins can edit every project.</Text>

function AccessForm({ project, onClose }: ProjectAccessProps) {
  // Keeps the version that was loaded, so that a change by someone else is not overwritten unnoticed.
  const [{ id, name, version, access }] = useState(project)
  const form = useOperationForm(updateProject, {
    initial: { access },
    input: ({ access: { everyone, members } }) => ({
      projectId: id,
      version,
      access: { everyone, members: members.map(({ userId, level }) => ({ userId, level })) },
    }),
    also: [getMe, listAuditLog],
    onDone: () => {
      onClose()
      notifyDone(`Who can see “${name}” has been changed`)
    },
  })
  const { everyone, members } = form.values.access
  const change = (changes: Partial<ProjectAccess>) => {
    form.clearErrors()
    form.setValue('access', { ...form.values.access, ...changes })
  }
  const setMembers = (members: Member[]) => change({ members })
  return (
    <OperationForm form={form} submit="Save" onCancel={onClose}>
      <NativeSelect
        label={everyoneLabel}
        data={optionsOf(everyoneNames)}
        value={everyone}
        data-autofocus
        onChange={(event) => change({ everyone: event.currentTarget.value as ProjectAccess['everyone'] })}
      />
      <Members members={members} onChange={setMembers} />
      <AddMember
        // Starts empty again after each choice.
        key={members.length}
        members={members}
        error={form.errors['access.members']}
        onChange={setMembers}
      />
      <AdminsNote />
    </OperationForm>
  )
}

interface MembersProps {
  members: Member[]
  onChange: (members: Member[]) => void
}

/** The people with a level of their own. */
function Members({ members, onChange }: MembersProps) {
  if (members.length === 0) return null
  return (
    <ul data-plain aria-label="People" className={classes.people}>
      {members.map((member) => {
        const { userId, name, level, note } = member
        const others = members.filter((other) => other !== member)
        return (
          <li key={userId} className={classes.person}>
            <div className={classes.name}>
              <bdi>{name}</bdi>
              {note && <Caption>{note}</Caption>}
            </div>
            <Group gap={4} wrap="nowrap" flex="none">
              <NativeSelect
                aria-label={`Level of ${name}`}
                data={optionsOf(levelNames)}
                value={level}
                onChange={(event) => {
                  const level = event.currentTarget.value as Member['level']
                  onChange(
                    members.map((other) => (other === member ? { ...other, level, note: null } : other)),
                  )
                }}
              />
              <RemoveRow label={`Remove ${name}`} mt={0} onClick={() => onChange(others)} />
            </Group>
          </li>
        )
      })}
    </ul>
  )
}

/** Adds people by name. The first can edit the project, others can view it. */
function AddMember({ members, error, onChange }: MembersProps & { error: string | undefined }) {
  const { rows: users, field } = useSearched('user', listUsers, {})
  const isNew = (id: string) => !members.some(({ userId }) => userId === id)
  const add = (id: string | null) => {
    const user = users.find((user) => user.id === id)
    if (!user) return
    const level = members.some(({ level }) => level === 'edit') ? 'view' : 'edit'
    onChange([...members, { userId: user.id, name: user.name, level, note: null }])
  }
  return (
    <Select
      label="Add someone"
      placeholder="Search by name"
      data={users
        .filter(({ id, disabled }) => !disabled && isNew(id))
        .map(({ id, name }) => ({ value: id, label: name }))}
      {...field}
      value={null}
      error={error}
      onChange={add}
    />
  )
}
