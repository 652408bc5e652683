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

/**
 * Tabs over one panel; arrow keys move between them. On a phone the row scrolls sideways; elsewhere it wraps, because a
 * mouse cannot scroll it.
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: Props<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <BaseTabs.List
        aria-label={label}
        activateOnFocus={false}
        className="base-ui-disable-scrollbar -mx-4 flex gap-1.5 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            ref={tab.value === value ? keepInSight : null}
            className="h-8 shrink-0 rounded-full border border-line px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:border-control-line hover:text-text data-active:border-transparent data-active:bg-primary data-active:text-primary-text pointer-coarse:h-11 pointer-coarse:px-4"
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

/** Scrolls the selected tab into view on a phone, again when a count arrives later and widens it. */
function keepInSight(tab: HTMLElement | null): (() => void) | undefined {
  const list = tab?.parentElement
  if (!tab || !list) return undefined
  const observer = new ResizeObserver(() => {
    list.scrollLeft += middleOf(tab) - middleOf(list)
  })
  observer.observe(tab)
  return () => observer.disconnect()
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
