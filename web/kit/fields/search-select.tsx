import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { popupClasses } from '../dialogs/popup.ts'
import { controlClasses, controlLook, Field, type FieldProps } from './field.tsx'
import type { Option } from './select.tsx'

/** How many options show at once; typing finds the others. */
const mostShown = 100

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
  return (
    <Field {...field}>
      <Combobox.Root
        items={options}
        limit={mostShown}
        {...(onSearch && { filter: null, onInputValueChange: onSearch })}
        {...(value === undefined ? { defaultValue: find(defaultValue) } : { value: find(value) })}
        onValueChange={(next: Option | null) => next && onChange?.(next.value)}
        isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
        disabled={field.disabled}
      >
        <Combobox.Trigger
          className={classes(
            controlClasses,
            'flex items-center justify-between gap-2 text-left large-text:h-auto large-text:min-h-11 large-text:py-1',
          )}
        >
          <span className="truncate">
            <Combobox.Value placeholder={<Placeholder>{placeholder}</Placeholder>} />
          </span>
          <Combobox.Icon className="text-muted">
            <ChevronDown aria-hidden className="size-4" />
          </Combobox.Icon>
        </Combobox.Trigger>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
            <Combobox.Popup
              aria-label={searchLabel}
              className={classes(
                popupClasses,
                'flex max-h-[min(24rem,var(--available-height))] w-(--anchor-width) min-w-60 flex-col gap-1',
              )}
            >
              <Combobox.Input
                placeholder="Type to search"
                className={classes(controlLook, 'h-9 shrink-0 pointer-coarse:h-11')}
              />
              <Combobox.Empty className="px-3 py-2 text-sm text-muted empty:hidden">No matches.</Combobox.Empty>
              <Combobox.List className="min-h-0 overflow-y-auto outline-none">
                {(option: Option) => <Item key={option.value} option={option} />}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Field>
  )
}

function Item({ option }: { option: Option }) {
  return (
    <Combobox.Item
      value={option}
      className="flex min-h-9 cursor-default items-center gap-2 rounded-control py-1.5 pr-3 pl-2 outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
    >
      <span className="flex size-4 shrink-0">
        <Combobox.ItemIndicator>
          <Check aria-hidden className="size-4 text-link" />
        </Combobox.ItemIndicator>
      </span>
      <span className="min-w-0 wrap-anywhere">{option.label}</span>
    </Combobox.Item>
  )
}

function Placeholder({ children }: { children: ReactNode }) {
  return <span className="text-placeholder">{children}</span>
}
