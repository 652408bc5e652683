import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { TextField } from './text-field.tsx'

interface Props {
  ref?: Ref<HTMLInputElement>
  /** For screen readers; the magnifying glass shows it to everybody else. */
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  className?: string
}

/** A one-line search field. */
export function SearchField({ label, value, onChange, className, ...rest }: Props) {
  return (
    <div className={className}>
      <TextField
        {...rest}
        name="search"
        label={label}
        hideLabel
        type="search"
        autoComplete="off"
        icon={<Search aria-hidden className="size-4" />}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
