import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Attributes = Pick<ComponentProps<'a'>, 'ref' | 'children' | 'aria-label'>

/** A link in a sentence or a cell, with the router's types. */
export const TextLink = createLink((props: AnchorProps & Attributes) => <Anchor size="sm" {...props} />)

/** A link that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & Attributes) => <Button component="a" {...props} />)
