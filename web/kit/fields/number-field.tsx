import { Minus, Plus } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { formatCount } from '#contract/amounts.ts'
import { classes } from '../classes.ts'
import { controlClasses, useTakeOver } from './field.tsx'

interface Props {
  name: string
  label: string
  value: number
  /** Returns the number that a text stands for while it is typed. */
  read: (text: string) => number
  /** Returns the number that a text becomes when the field is left. */
  settle: (text: string) => number
  /** Gets each number as it is typed, and the settled one on blur. */
  onChange: (value: number) => void
  min: number
  max: number
  /** Shown below, such as what another number would cost. */
  children?: ReactNode
}

/** A whole number that can be typed or stepped; an invalid one is corrected on blur, with a note that says so. */
export function NumberField({ name, label, children, ...number }: Props) {
  const { value, min, max } = number
  const id = useId()
  const { text, isCorrected, input, type, leave, step } = useNumberText(number)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex max-w-56 gap-2">
        <Step label={`${label}: one less`} disabled={value <= min} onPress={() => step(-1)}>
          <Minus aria-hidden className="size-4" />
        </Step>
        <input
          ref={input}
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          aria-describedby={`${id}-note`}
          className={classes(controlClasses, 'text-center tabular')}
        />
        <Step label={`${label}: one more`} disabled={value >= max} onPress={() => step(1)}>
          <Plus aria-hidden className="size-4" />
        </Step>
      </div>
      <RangeNote id={`${id}-note`} range={`${formatCount(min)} to ${formatCount(max)}`} isCorrected={isCorrected} />
      {children}
    </div>
  )
}

function RangeNote({ id, range, isCorrected }: { id: string; range: string; isCorrected: boolean }) {
  return (
    <p id={id} role="status" className={classes('text-sm', isCorrected ? 'font-medium text-warning' : 'text-muted')}>
      {isCorrected ? `Allowed: ${range}` : range}
    </p>
  )
}

/** Returns the text of the field and its handlers for typing, stepping, leaving and outside changes. */
function useNumberText({ value, read, settle, onChange, min, max }: Omit<Props, 'name' | 'label' | 'children'>) {
  const [text, setText] = useState(String(value))
  const [isCorrected, setCorrected] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useTakeOver(() => {
    const typed = input.current?.value
    if (typed === undefined || typed === text) return
    setText(typed)
    onChange(read(typed))
  })
  // The value was set from outside, so the text follows.
  if (read(text) !== value && settle(text) !== value) setText(String(value))

  function leave() {
    const settled = settle(text)
    setCorrected(text.trim() !== String(settled))
    setText(String(settled))
    onChange(settled)
  }

  function step(by: number) {
    const next = Math.min(max, Math.max(min, value + by))
    setCorrected(false)
    setText(String(next))
    onChange(next)
  }

  function type(typed: string) {
    setCorrected(false)
    setText(typed)
    onChange(read(typed))
  }

  return { text, isCorrected, input, type, leave, step }
}

interface StepProps {
  label: string
  disabled: boolean
  onPress: () => void
  children: ReactNode
}

/** A step button for the pointer; keyboard users type, so it is not a tab stop. */
function Step({ label, disabled, onPress, children }: StepProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
      className="flex size-9 shrink-0 items-center justify-center rounded-control border border-control-line bg-surface transition-colors hover:bg-hover disabled:cursor-default disabled:opacity-50 pointer-coarse:size-11"
    >
      {children}
    </button>
  )
}
