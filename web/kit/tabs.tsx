import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { useMedia } from './use-media.ts'

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
  /** Links to other parts, after the tabs. On a wide screen, all of them are then a rail at the left. */
  rail?: ReactNode
  /** What the chosen tab shows. */
  children: ReactNode
}

/** Underlined tabs over one panel; arrow keys move between them, and a press shows one. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, rail, children }: Props<Value>) {
  const isRail = rail !== undefined
  const isWide = useMedia('(min-width: 64rem)', false)
  const isVertical = isRail && isWide
  const [focused, setFocused] = useState<Value | null>(null)
  const id = useId()
  const idOf = (tab: Value) => `${id}-${tab}`
  return (
    <div className={isRail ? railedClasses : undefined}>
      <Strip isRail={isRail}>
        <div
          role="tablist"
          aria-label={label}
          aria-orientation={isVertical ? 'vertical' : undefined}
          className={isRail ? railPartsClasses : 'flex gap-6'}
        >
          {tabs.map((tab) => {
            const isActive = tab.value === value
            return (
              <button
                key={tab.value}
                ref={isActive ? keepInSight : null}
                type="button"
                role="tab"
                id={idOf(tab.value)}
                aria-selected={isActive}
                aria-controls={isActive ? `${id}-panel` : undefined}
                tabIndex={tab.value === (focused ?? value) ? 0 : -1}
                onFocus={() => setFocused(tab.value)}
                onBlur={() => setFocused(null)}
                onKeyDown={(event) => moveFocus(event, isVertical)}
                data-active={isActive ? '' : undefined}
                onClick={() => !isActive && onChange(tab.value)}
                className={isRail ? railPartClasses : partClasses}
              >
                {tab.label}
              </button>
            )
          })}
        </div>
        {rail}
      </Strip>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={idOf(value)}
        tabIndex={0}
        className={isRail ? 'min-w-0 max-lg:mt-6' : 'mt-6'}
      >
        {children}
      </div>
    </div>
  )
}

/** Moves the focus to the neighbor of the focused tab, or to the first or last one. */
function moveFocus(event: KeyboardEvent<HTMLElement>, isVertical: boolean): void {
  const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  const at = all.indexOf(event.currentTarget)
  const [back, on] = isVertical ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  const places: Record<string, number> = { [back]: at - 1, [on]: (at + 1) % all.length, Home: 0, End: -1 }
  const place = places[event.key]
  if (place === undefined || at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  all.at(place)?.focus()
}

/** A page with a rail at the left, on a wide screen. */
export const railedClasses = 'lg:grid lg:grid-cols-[10.5rem_minmax(0,1fr)] lg:gap-x-10'

/** Tabs or links that belong together. */
export const railPartsClasses = 'flex shrink-0 gap-6 lg:flex-col lg:gap-0.5'

const partClasses = classes(
  'relative h-10 shrink-0 rounded-control font-medium whitespace-nowrap text-muted transition-colors pointer-coarse:h-11',
  'hover:text-text data-active:text-text focus-visible:-outline-offset-2',
  'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full',
  'hover:after:bg-control-line data-active:after:bg-primary',
)

/** A tab or a link of a rail; the present one has `data-active`. */
export const railPartClasses = classes(
  partClasses,
  'flex items-center gap-2.5 lg:h-9 lg:px-3 lg:after:hidden lg:hover:bg-hover',
  'lg:data-active:bg-soft lg:data-active:text-soft-text',
)

/**
 * A row of tabs or links. One that does not fit scrolls by itself: it fades where more of them follow, and an arrow
 * there leads on, because a mouse cannot swipe. A rail stays in sight on a wide screen.
 */
export function Strip({ isRail = false, children }: { isRail?: boolean; children: ReactNode }) {
  const [row, setRow] = useState<HTMLElement | null>(null)
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => (row ? watchEdges(row, setMore) : undefined), [row])
  return (
    <div
      className={classes(
        'relative border-b border-line print:hidden',
        isRail && 'lg:sticky lg:top-20 lg:self-start lg:border-0',
      )}
    >
      <div
        ref={setRow}
        data-strip=""
        // The arrow keys of the tabs move the focus without scrolling.
        onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        className={classes(
          'base-ui-disable-scrollbar -mx-1 -mb-px flex scroll-px-12 gap-6 overflow-x-auto px-1',
          isRail && 'lg:flex-col lg:gap-4 lg:overflow-visible',
          (more.before || more.after) && 'fades',
          more.before && 'fades-before',
          more.after && 'fades-after',
        )}
      >
        {children}
      </div>
      {more.before && <Further to="before" list={row} />}
      {more.after && <Further to="after" list={row} />}
    </div>
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
  const observeAll = () => [list, ...list.querySelectorAll('*')].forEach((element) => observer.observe(element))
  const additions = new MutationObserver(observeAll)
  additions.observe(list, { childList: true, subtree: true })
  observeAll()
  list.addEventListener('scroll', look, { passive: true })
  return () => {
    additions.disconnect()
    observer.disconnect()
    list.removeEventListener('scroll', look)
  }
}

/** Scrolls the selected part into view, again when a count arrives later and widens it. */
export function keepInSight(tab: HTMLElement | null): (() => void) | undefined {
  const list = tab?.closest<HTMLElement>('[data-strip]')
  if (!tab || !list) return undefined
  const observer = new ResizeObserver(() => {
    list.scrollLeft += middleOf(tab) - middleOf(list)
  })
  observer.observe(tab)
  observer.observe(list)
  // Grows with what is before it.
  if (tab.parentElement) observer.observe(tab.parentElement)
  return () => observer.disconnect()
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
