import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface TypedFieldProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** What the API takes, or what was typed if that is not clear. */
  value?: string
  onChange?: ((value: string) => void) | undefined
}

interface Meaning {
  /** Returns the value for what was typed so far. */
  read: (text: string) => string
  /** Returns the value once the typing is done. */
  finish?: (value: string) => string
  /** Returns the text for a value that nobody is typing. */
  show: (value: string) => string
  /** Returns the values of which one is meant. The field asks if there are several. */
  choices: (value: string) => string[]
  /** Describes a choice. */
  name: (choice: string) => string
  /** Returns what is wrong with a value that nobody is typing. */
  problem?: (value: string) => string | undefined
}

/** A text field that shows what it understood, and asks where that is not certain: on Enter, on Tab, and when it is left. */
export function TypedField({ meaning, ...field }: TypedFieldProps & { meaning: Meaning }) {
  const { value = '', onChange, onBlur, onKeyDown, error, ...props } = field
  const { read, finish = String, show, choices: choicesOf, name, problem } = meaning
  const input = useRef<HTMLInputElement>(null)
  const question = useId()
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  // Something else may have changed the value since.
  const isTyping = typed?.value === value
  const text = isTyping ? typed.text : show(value)
  const choices = choicesOf(value)
  const asks = choices.length > 1 && (!isTyping || Boolean(error))

  const type = (text: string) => {
    const value = read(text)
    setTyped({ text, value })
    onChange?.(value)
  }
  const leave = () => {
    setTyped(undefined)
    const finished = finish(value)
    if (finished !== value) onChange?.(finished)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const isDone = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey && isTyping)
    if (isDone) flushSync(leave)
    const answer = isDone && document.getElementById(question)?.querySelector('button')
    if (!answer) return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
    answer.focus()
  }
  const choose = (choice: string) => {
    setTyped(undefined)
    onChange?.(choice)
    input.current?.focus()
  }
  return (
    <TextInput
      autoComplete="off"
      {...props}
      ref={input}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
      onKeyDown={press}
      data-asks={asks || undefined}
      error={
        asks ? (
          <Question id={question} text={text} choices={choices} name={name} onChoose={choose} />
        ) : (
          (!isTyping && problem?.(value)) || error
        )
      }
    />
  )
}

interface QuestionProps {
  id: string
  /** What was typed. */
  text: string
  choices: string[]
  name: (choice: string) => string
  onChoose: (choice: string) => void
}

/** Spans, because errors of fields are paragraphs. */
function Question({ id, text, choices, name, onChoose }: QuestionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a paragraph
    <span
      role="group"
      id={id}
      aria-label={`Which one is ${text}?`}
      style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 }}
      // Submits forms, which must not take it for an answer.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      Which one?
      {choices.map((choice, place) => (
        <Button
          key={choice}
          size="compact-xs"
          data-wrong={place === 0 || undefined}
          onClick={() => onChoose(choice)}
        >
          {name(choice)}
        </Button>
      ))}
    </span>
  )
}
