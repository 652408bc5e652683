import { useState } from 'react'
import { latePart } from '../dialogs/late-part.ts'
import { Field, type FieldProps } from './field.tsx'
import { ListTrigger, type Option } from './select.tsx'

const lists = latePart(() => import('./loaded-select.tsx'))

interface Props extends FieldProps {
  options: readonly Option[]
  /** Name of the list that opens, for screen readers, such as `Search organizations`. */
  searchLabel: string
  /** Shown until something is chosen. */
  placeholder?: string
  defaultValue?: string | null
  /** With a value, the caller keeps it. */
  value?: string | null
  onChange?: (value: string) => void
  /** With it, the caller searches: it gets what is typed, and `options` are what it found. */
  onSearch?: (words: string) => void
  hideLabel?: boolean
}

/** A choice of very many values, from a list that is searched by typing. */
export function SearchSelect(props: Props) {
  const { options, searchLabel, placeholder = 'Choose…', defaultValue, value, onChange, onSearch, ...field } = props
  const find = (wanted: string | null | undefined) => options.find((option) => option.value === wanted) ?? null
  const [own, setOwn] = useState(() => find(defaultValue))
  const chosen = value === undefined ? own : find(value)
  return (
    <Field {...field}>
      <ListTrigger part={lists} popup="dialog" chosen={chosen ?? undefined} placeholder={placeholder}>
        {({ LoadedSearchSelect }, lend) => (
          <LoadedSearchSelect
            lend={lend}
            searchLabel={searchLabel}
            options={options}
            value={chosen}
            disabled={field.disabled}
            onChange={(option) => {
              setOwn(option)
              onChange?.(option.value)
            }}
            onSearch={onSearch}
          />
        )}
      </ListTrigger>
    </Field>
  )
}
