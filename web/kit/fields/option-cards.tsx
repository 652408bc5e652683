import { Check } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useField, useTakeOver } from './field.tsx'

export interface OptionCard<Value extends string> {
  value: Value
  /** Everything on the card in one sentence, for screen readers. */
  label: string
  /** Its first line leaves room for the mark: `optionHead`. */
  content: ReactNode
}

interface Props<Value extends string> {
  name: string
  legend: ReactNode
  /** Shows the legend to screen readers only, where the context explains the choice. */
  hideLegend?: boolean
  cards: readonly OptionCard<Value>[]
  /** Null until one is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  disabled?: boolean | undefined
  /** Columns of the grid, as classes. */
  className?: string
  /** Further classes of each card, such as the rows that it shares with its neighbors. */
  cardClassName?: string | undefined
}

/** The class of a card's first line, which ends before the mark. */
export const optionHead = 'pr-8'

const look = classes(
  'relative rounded-card border border-line bg-surface text-left transition-[border-color,background-color]',
  'hover:border-control-line has-checked:border-primary has-checked:bg-soft',
)

/** Covers the card, so that all of it can be pressed and its outline shows the focus. */
const input = 'peer absolute inset-0 size-full cursor-pointer appearance-none rounded-card disabled:cursor-default'

const mark = classes(
  'pointer-events-none absolute top-[17px] right-4 size-5 border border-control-line bg-surface',
  'transition-[border-width,border-color,background-color] peer-checked:border-primary',
)

/**
 * A choice of a few values on cards, made of native radio buttons: the server can render them for visitors, while the
 * content policy forbids components that style themselves.
 */
export function OptionCards<Value extends string>(props: Props<Value>) {
  const { name, legend, hideLegend = false, cards, value, onChange, disabled, className, cardClassName } = props
  const group = useRef<HTMLFieldSetElement>(null)
  const { control, messages } = useField({ name })
  useTakeOver(() => {
    const chosen = group.current?.querySelector<HTMLInputElement>(':checked')?.value
    const card = cards.find((one) => one.value === chosen)
    if (card && card.value !== value) onChange(card.value)
  })
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <fieldset
        ref={group}
        disabled={disabled}
        aria-describedby={control['aria-describedby']}
        className="min-w-0 disabled:opacity-60"
      >
        <legend className={hideLegend ? 'sr-only' : 'mb-2 font-medium'}>{legend}</legend>
        <div className={classes('grid gap-3', className)}>
          {cards.map((card) => (
            <label key={card.value} className={classes(look, cardClassName)}>
              <input
                type="radio"
                name={name}
                value={card.value}
                checked={card.value === value}
                onChange={() => onChange(card.value)}
                aria-label={card.label}
                className={input}
              />
              <span
                aria-hidden
                className={classes(mark, 'rounded-full peer-checked:border-6 peer-checked:bg-primary-text')}
              />
              {card.content}
            </label>
          ))}
        </div>
      </fieldset>
      {messages}
    </div>
  )
}

/** The content of a plain card: a title and a description. */
export function OptionText({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <span className="block p-4">
      <span className={classes('block font-medium', optionHead)}>{title}</span>
      {children && <span className={classes('block text-sm text-muted', optionHead)}>{children}</span>}
    </span>
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
    <label className={classes(look, 'block p-4')}>
      <input
        ref={box}
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-label={label}
        className={input}
      />
      <span
        aria-hidden
        className={classes(
          mark,
          'flex items-center justify-center rounded-[4px] peer-checked:bg-primary peer-checked:*:block',
        )}
      >
        <Check strokeWidth={3} className="hidden size-3.5 text-primary-text" />
      </span>
      <span className={classes('block', optionHead)}>{children}</span>
    </label>
  )
}
