import { Check } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useTakeOver } from './use-take-over.ts'

export interface OptionCard<Value extends string> {
  value: Value
  /** Everything on the card in one sentence, for screen readers. */
  label: string
  content: ReactNode
}

interface Props<Value extends string> {
  name: string
  legend: ReactNode
  cards: readonly OptionCard<Value>[]
  /** Null until one is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  /** Columns of the grid, as classes. */
  className?: string
}

const look = classes(
  'relative block cursor-pointer rounded-card border border-control-line bg-surface transition-[border-color,box-shadow]',
  'hover:border-primary has-checked:border-primary has-checked:ring-1 has-checked:ring-primary',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
)

/**
 * A choice of a few values on cards, made of native radio buttons: the server can render them for visitors, while the
 * content policy forbids components that style themselves.
 */
export function OptionCards<Value extends string>({ name, legend, cards, value, onChange, className }: Props<Value>) {
  const group = useRef<HTMLFieldSetElement>(null)
  useTakeOver(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>(':checked')?.value
    const card = cards.find((one) => one.value === chosen)
    if (card && card.value !== value) onChange(card.value)
  })
  return (
    <fieldset ref={group} className="min-w-0">
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className={classes('grid gap-3', className)}>
        {cards.map((card) => (
          <label key={card.value} className={look}>
            <input
              type="radio"
              name={name}
              value={card.value}
              checked={card.value === value}
              onChange={() => onChange(card.value)}
              aria-label={card.label}
              className="sr-only"
            />
            {card.content}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface OptionBoxProps {
  name: string
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Beside the box. */
  children: ReactNode
}

/** An optional extra on a card of the same look, with a checkbox. */
export function OptionBox({ name, label, checked, onChange, children }: OptionBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useTakeOver(() => {
    if (box.current && box.current.checked !== checked) onChange(box.current.checked)
  })
  return (
    <label className={classes(look, 'flex items-start gap-3 p-4')}>
      <span className="relative mt-0.5 flex size-5 shrink-0">
        <input
          ref={box}
          type="checkbox"
          name={name}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-label={label}
          className="peer size-full cursor-pointer appearance-none rounded-[4px] border border-control-line bg-surface outline-none checked:border-primary checked:bg-primary"
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-primary-text peer-checked:block"
        />
      </span>
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  )
}
