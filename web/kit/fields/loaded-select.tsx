import { Combobox } from '@base-ui/react/combobox'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import type { Lend } from '../dialogs/lent-trigger.tsx'
import { popupClasses } from '../dialogs/popup.ts'
import { controlLook } from './field.tsx'
import type { Option } from './select.tsx'

/** The lists of Base UI. Only the shells of Select and SearchSelect load them. */

interface SelectProps {
  lend: Lend
  labelId: string
  options: readonly Option[]
  value: string | null
  disabled: boolean | undefined
  onChange: (value: string) => void
}

const itemClasses =
  'flex min-h-9 cursor-default items-center gap-2 rounded-control py-1.5 pr-3 pl-2 outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11'

export function LoadedSelect({ lend, labelId, options, value, disabled, onChange }: SelectProps) {
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <BaseSelect.Trigger render={lend} />
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <BaseSelect.Popup
            className={classes(popupClasses, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto')}
          >
            <BaseSelect.List aria-labelledby={labelId}>
              {options.map((option) => (
                <BaseSelect.Item key={option.value} value={option.value} className={itemClasses}>
                  <Mark>
                    <BaseSelect.ItemIndicator>
                      <Check aria-hidden className="size-4 text-link" />
                    </BaseSelect.ItemIndicator>
                  </Mark>
                  <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

/** The place of the mark before an option. */
function Mark({ children }: { children: ReactNode }) {
  return <span className="flex size-4 shrink-0">{children}</span>
}

/** How many options show at once; typing finds the others. */
const mostShown = 100

interface SearchProps {
  lend: Lend
  searchLabel: string
  options: readonly Option[]
  value: Option | null
  disabled: boolean | undefined
  onChange: (option: Option) => void
  onSearch: ((words: string) => void) | undefined
}

export function LoadedSearchSelect({ lend, searchLabel, options, value, disabled, onChange, onSearch }: SearchProps) {
  return (
    <Combobox.Root
      items={options}
      limit={mostShown}
      {...(onSearch && { filter: null, onInputValueChange: onSearch })}
      value={value}
      onValueChange={(next: Option | null) => next && onChange(next)}
      isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
      disabled={disabled}
    >
      <Combobox.Trigger render={lend} />
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
              {(option: Option) => (
                <Combobox.Item key={option.value} value={option} className={itemClasses}>
                  <Mark>
                    <Combobox.ItemIndicator>
                      <Check aria-hidden className="size-4 text-link" />
                    </Combobox.ItemIndicator>
                  </Mark>
                  <span className="min-w-0 wrap-anywhere">{option.label}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
