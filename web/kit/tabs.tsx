import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { classes } from './classes.ts'

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
 * Underlined tabs over one panel; arrow keys move between them. A row that does not fit scrolls by itself: it fades
 * where more tabs follow, and an arrow there leads on, because a mouse cannot swipe.
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: Props<Value>) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => (list ? watchEdges(list, setMore) : undefined), [list])
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <div className="relative border-b border-line print:hidden">
        <BaseTabs.List
          ref={setList}
          aria-label={label}
          activateOnFocus={false}
          className={classes(
            'base-ui-disable-scrollbar -mx-1 -mb-px flex scroll-px-12 gap-6 overflow-x-auto px-1',
            (more.before || more.after) && 'fades',
            more.before && 'fades-before',
            more.after && 'fades-after',
          )}
        >
          {tabs.map((tab) => (
            <BaseTabs.Tab
              key={tab.value}
              value={tab.value}
              ref={tab.value === value ? keepInSight : null}
              className={classes(
                'relative h-10 shrink-0 rounded-control font-medium whitespace-nowrap text-muted transition-colors pointer-coarse:h-11',
                'hover:text-text data-active:text-text focus-visible:-outline-offset-2',
                'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full',
                'hover:after:bg-control-line data-active:after:bg-primary',
              )}
            >
              {tab.label}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {more.before && <Further to="before" list={list} />}
        {more.after && <Further to="after" list={list} />}
      </div>
      <BaseTabs.Panel value={value} className="mt-6">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}

/** Shows that tabs follow, and scrolls to them. The arrow keys do the same, so it takes no focus. */
function Further({ to, list }: { to: 'before' | 'after'; list: HTMLElement | null }) {
  const Icon = to === 'before' ? ChevronLeft : ChevronRight
  const scroll = () => {
    const distance = (list?.clientWidth ?? 0) * 0.7
    list?.scrollBy({ left: to === 'before' ? -distance : distance, behavior: 'smooth' })
  }
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      onClick={scroll}
      className={classes(
        'absolute top-0 flex h-full w-7 items-center text-muted hover:text-text',
        to === 'before' ? 'left-0 -ml-1 justify-start' : 'right-0 -mr-1 justify-end',
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}

interface Edges {
  before: boolean
  after: boolean
}

/** Reports at which edges tabs are hidden, whenever the row is scrolled or its width or content changes. */
function watchEdges(list: HTMLElement, report: (next: (old: Edges) => Edges) => void): () => void {
  const look = () => {
    const before = list.scrollLeft > 1
    const after = list.scrollWidth - list.clientWidth - list.scrollLeft > 1
    report((old) => (old.before === before && old.after === after ? old : { before, after }))
  }
  const observer = new ResizeObserver(look)
  const observeAll = () => [list, ...list.children].forEach((element) => observer.observe(element))
  const additions = new MutationObserver(observeAll)
  additions.observe(list, { childList: true })
  observeAll()
  list.addEventListener('scroll', look, { passive: true })
  return () => {
    additions.disconnect()
    observer.disconnect()
    list.removeEventListener('scroll', look)
  }
}

/** Scrolls the selected tab into view, again when a count arrives later and widens it. */
function keepInSight(tab: HTMLElement | null): (() => void) | undefined {
  const list = tab?.parentElement
  if (!tab || !list) return undefined
  const observer = new ResizeObserver(() => {
    list.scrollLeft += middleOf(tab) - middleOf(list)
  })
  observer.observe(tab)
  observer.observe(list)
  return () => observer.disconnect()
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
