import { Field as BaseField } from '@base-ui/react/field'
import { Fieldset } from '@base-ui/react/fieldset'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { FieldMessages } from './field.tsx'
import { useFieldError } from './form.tsx'

export interface RadioCard<Value extends string> {
  value: Value
  /** Short name, read out when the card gets the focus. */
  label: string
  content: ReactNode
}

interface Props<Value extends string> {
  name: string
  /** What is being chosen; for screen readers only, unless `showLegend` is set. */
  legend: string
  showLegend?: boolean
  cards: readonly RadioCard<Value>[]
  value?: Value
  defaultValue?: Value
  onChange?: (value: Value) => void
  disabled?: boolean
  /** Columns and gaps of the grid, as classes. */
  className?: string
}

/** A choice of a few values that need more room than a word; arrow keys move between the cards. */
export function RadioCards<Value extends string>(props: Props<Value>) {
  const {
    name,
    legend,
    showLegend = false,
    cards,
    value,
    defaultValue,
    onChange,
    disabled,
    className = 'gap-3',
  } = props
  const message = useFieldError(name)
  return (
    <BaseField.Root name={name} invalid={Boolean(message)} disabled={disabled} className="flex flex-col gap-1.5">
      <Fieldset.Root
        render={<RadioGroup value={value} defaultValue={defaultValue} onValueChange={(next) => onChange?.(next)} />}
        className={classes('grid', className)}
      >
        <Fieldset.Legend className={showLegend ? 'col-span-full font-medium' : 'sr-only'}>{legend}</Fieldset.Legend>
        {cards.map((card) => (
          <Radio.Root
            key={card.value}
            value={card.value}
            aria-label={card.label}
            className="group relative cursor-pointer rounded-card border border-control-line bg-surface text-left transition-[border-color,box-shadow] hover:border-primary data-checked:border-primary data-checked:ring-1 data-checked:ring-primary data-disabled:cursor-default data-disabled:opacity-60"
          >
            {card.content}
          </Radio.Root>
        ))}
      </Fieldset.Root>
      <FieldMessages message={message} />
    </BaseField.Root>
  )
}
