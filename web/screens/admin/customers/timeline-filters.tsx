import { useSearchParams } from 'wouter'
import { lineKinds, type LineKind } from '#contract/admin/timeline.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { classes } from '#web/kit/classes.ts'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { Whose } from './whose.ts'
import { kindNames } from './words/line-words.ts'

export interface TimelineFilter {
  kinds: readonly LineKind[]
  from: string
  to: string
}

/** Returns the filters in the address, without what no timeline knows. */
export function readFilter(search: URLSearchParams): TimelineFilter {
  const named = (search.get('kinds') ?? '').split(',')
  return {
    kinds: lineKinds.filter((kind) => named.includes(kind)),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
  }
}

function dayIn(search: URLSearchParams, name: string): string {
  const day = search.get(name) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : ''
}

/** Messages and sign-ins are those of a person. */
const kindsOf: Record<Whose['kind'], readonly LineKind[]> = {
  user: lineKinds,
  organization: lineKinds.filter((kind) => kind !== 'message' && kind !== 'security'),
}

/** The kinds and the days that a timeline shows, all in the address; no kind is every kind. */
export function TimelineFilters({ filter, whose }: { filter: TimelineFilter; whose: Whose }) {
  const [, setSearch] = useSearchParams()
  const set = (name: string, value: string, options?: { replace: boolean }) =>
    setSearch((old) => withValue(withValue(old, name, value), 'line', ''), options)
  // A date is typed in several edits, which are one step of the history.
  const setDay = (name: string, value: string) => set(name, value, { replace: true })
  const toggle = (kind: LineKind) => {
    const isOn = filter.kinds.includes(kind)
    const kinds = lineKinds.filter((one) => (one === kind ? !isOn : filter.kinds.includes(one)))
    set('kinds', kinds.join(','))
  }
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
        <Pill isOn={filter.kinds.length === 0} onPress={() => set('kinds', '')}>
          Everything
        </Pill>
        {kindsOf[whose.kind].map((kind) => (
          <Pill key={kind} isOn={filter.kinds.includes(kind)} onPress={() => toggle(kind)}>
            {kindNames[kind]}
          </Pill>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 sm:max-w-md">
        <TextField
          name="from"
          label="From"
          type="date"
          value={filter.from}
          onChange={({ target }) => setDay('from', target.value)}
        />
        <TextField
          name="to"
          label="To"
          type="date"
          value={filter.to}
          error={
            filter.from && filter.to && filter.from > filter.to
              ? 'The last day must not be before the first'
              : undefined
          }
          onChange={({ target }) => setDay('to', target.value)}
        />
      </div>
    </div>
  )
}

function Pill({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classes(
        'inline-flex h-8 items-center rounded-full border px-3 text-sm font-medium transition-colors pointer-coarse:h-11',
        isOn
          ? 'border-primary bg-soft text-soft-text'
          : 'border-line text-muted hover:border-control-line hover:text-text',
      )}
    >
      {children}
    </button>
  )
}
