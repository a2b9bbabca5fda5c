import { Group, Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ListedSkill } from '#contract'
import { TextLink } from '../../components/links.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { RunState } from './run-state.tsx'
import classes from './skill-list.module.css'
import { skillTitle } from './skill-title.ts'

interface SkillListProps {
  skills: ListedSkill[]
  /** The buttons of a skill. */
  actions: (skill: ListedSkill) => ReactNode
}

/** Skills with their descriptions and last runs, and whether they need a model. */
export function SkillList({ skills, actions }: SkillListProps) {
  return (
    <ul className={classes.skills} data-plain aria-label="Skills">
      {skills.map((skill) => (
        <li key={skill.name} className={classes.skill}>
          <div className={classes.about}>
            <Group gap="xs" mb={2}>
              <Text fw={600}>{skillTitle(skill.name)}</Text>
              {skill.builtIn && <StateBadge kind="quiet" icon={IconPackage} text="Built in" />}
              {!skill.available && <StateBadge kind="warning" text="Needs a model" />}
            </Group>
            <Text c="dimmed" dir="auto">
              {descriptionOf(skill)}
            </Text>
            {!skill.available && (
              <Text size="sm" c="dimmed" mt={4}>
                To connect a model, ask your server administrator to set MODEL_URL and MODEL_NAME.
              </Text>
            )}
            <Group gap="4px 16px" mt={8}>
              <LastRun run={skill.lastRun} />
              <code className={classes.name}>{skill.name}</code>
            </Group>
          </div>
          <Group gap="xs">{actions(skill)}</Group>
        </li>
      ))}
    </ul>
  )
}

function LastRun({ run }: { run: ListedSkill['lastRun'] }) {
  if (!run)
    return (
      <Text size="sm" c="dimmed">
        Not run yet
      </Text>
    )
  return (
    <Group gap="xs">
      <TextLink to="/projects/$projectId/runs/$runId" params={{ projectId: run.projectId, runId: run.id }}>
        Last run <RelativeTime at={run.createdAt} />
      </TextLink>
      <RunState status={run.status} />
    </Group>
  )
}

/** Leaves out the sentence about `data`, which is for programs. */
const descriptionOf = ({ description, builtIn }: ListedSkill): string =>
  builtIn ? description.replace(/ `data`.*$/s, '').replaceAll('`', '') : description
