import { useId } from 'react'

interface Props<Value extends string> {
  /** What is chosen, for screen readers. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of a few short words that changes at once what is shown, such as a period: native radio buttons side by side. */
export function Segmented<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex max-w-full rounded-control bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-7 items-center rounded-[4px] px-2.5 text-sm font-medium text-muted transition-colors sm:px-3 hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-raised pointer-coarse:min-h-10 forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit]"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
