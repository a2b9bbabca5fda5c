import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Skill } from '#contract'
import { StateBadge } from '../../components/state-badge.tsx'
import classes from './skill-list.module.css'

interface SkillListProps {
  skills: Skill[]
  /** What can be done with a skill here. */
  action: (skill: Skill) => ReactNode
}

/** Skills with what they do; which of them lack a model is said in words. */
export function SkillList({ skills, action }: SkillListProps) {
  return (
    <ul className={classes.skills} aria-label="Skills">
      {skills.map((skill) => (
        <li key={skill.name} className={classes.skill}>
          <div className={classes.about}>
            <Group gap="xs" mb={2}>
              <Text fw={600}>{skill.name}</Text>
              {skill.builtIn && <StateBadge kind="quiet">Built in</StateBadge>}
              {!skill.available && <StateBadge kind="warning">Needs a model</StateBadge>}
            </Group>
            <Text c="dimmed" dir="auto">
              {forPeople(skill)}
            </Text>
            {!skill.available && (
              <Text size="sm" c="dimmed" mt={4}>
                Whoever runs this server can connect a model by its settings MODEL_URL and MODEL_NAME.
              </Text>
            )}
          </div>
          {action(skill)}
        </li>
      ))}
    </ul>
  )
}

/** What is said of `data` is for programs. */
const forPeople = ({ description, builtIn }: Skill): string =>
  builtIn ? description.replace(/ `data`.*$/s, '').replaceAll('`', '') : description
