import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab<Value extends string = string> {
  value: Value
  label: ReactNode
}

interface Props<Value extends string> {
  /** What the tabs switch between, for screen readers. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** What the chosen tab shows. */
  children: ReactNode
}

/** Tabs over one panel; arrow keys move, and the row scrolls sideways where it is too narrow. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: Props<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <BaseTabs.List
        aria-label={label}
        activateOnFocus={false}
        className="base-ui-disable-scrollbar -mx-1 flex gap-1 overflow-x-auto border-b border-line px-1"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="relative h-10 shrink-0 rounded-t-control px-3 font-medium whitespace-nowrap text-muted transition-colors hover:text-text focus-visible:outline-offset-[-2px] data-active:text-link data-active:after:absolute data-active:after:inset-x-2 data-active:after:bottom-0 data-active:after:h-0.5 data-active:after:rounded-full data-active:after:bg-primary pointer-coarse:h-11"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className="mt-6">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}
