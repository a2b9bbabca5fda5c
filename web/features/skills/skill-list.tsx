import { Group, Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Skill } from '#contract'
import { StateBadge } from '../../components/state-badge.tsx'
import classes from './skill-list.module.css'

interface SkillListProps {
  skills: Skill[]
  /** The button of a skill. */
  action: (skill: Skill) => ReactNode
}

/** Skills with their descriptions, and whether they need a model. */
export function SkillList({ skills, action }: SkillListProps) {
  return (
    <ul className={classes.skills} data-plain aria-label="Skills">
      {skills.map((skill) => (
        <li key={skill.name} className={classes.skill}>
          <div className={classes.about}>
            <Group gap="xs" mb={2}>
              <Text fw={600}>{skill.name}</Text>
              {skill.builtIn && (
                <StateBadge kind="quiet" icon={IconPackage}>
                  Built in
                </StateBadge>
              )}
              {!skill.available && <StateBadge kind="warning">Needs a model</StateBadge>}
            </Group>
            <Text c="dimmed" dir="auto">
              {descriptionOf(skill)}
            </Text>
            {!skill.available && (
              <Text size="sm" c="dimmed" mt={4}>
                To connect a model, ask your server administrator to set MODEL_URL and MODEL_NAME.
              </Text>
            )}
          </div>
          {action(skill)}
        </li>
      ))}
    </ul>
  )
}

/** Leaves out the sentence about `data`, which is for programs. */
const descriptionOf = ({ description, builtIn }: Skill): string =>
  builtIn ? description.replace(/ `data`.*$/s, '').replaceAll('`', '') : description
