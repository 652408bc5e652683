import { useSearchParams } from 'wouter'
import { withValue } from '#web/client/addresses/address-text.ts'
import { TextField } from '#web/kit/fields/text-field.tsx'

/** The names in the URL of the first and the last day of a list. */
export const dayNames = ['from', 'to'] as const

/** Returns the days in the URL that a list sends with its requests; what is no day is left out. */
export function readDays(search: URLSearchParams): { from: string | undefined; to: string | undefined } {
  return { from: dayIn(search, 'from'), to: dayIn(search, 'to') }
}

function dayIn(search: URLSearchParams, name: (typeof dayNames)[number]): string | undefined {
  const day = search.get(name) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined
}

interface Props {
  /** Dropped from the URL by a change. */
  restarts?: string
  /** The last day that can be chosen. */
  max?: string
  /** Why the days are no period, if a screen knows more than their order. */
  problem?: string | null
}

/** The fields for the first and the last day of a list, kept in the URL. */
export function Days({ restarts = 'page', max, problem }: Props) {
  const [search, setSearch] = useSearchParams()
  const { from, to } = readDays(search)
  const wrong = problem ?? (from && to && from > to ? 'The last day must not be before the first' : undefined)
  const field = (name: (typeof dayNames)[number], label: string) => (
    <div className="min-w-0 grow basis-28 sm:max-w-48">
      <TextField
        name={name}
        label={label}
        type="date"
        max={max}
        value={dayIn(search, name) ?? ''}
        error={name === 'to' ? wrong : undefined}
        onChange={({ target: { value } }) =>
          setSearch((old) => withValue(withValue(old, name, value), restarts, ''), { replace: true })
        }
      />
    </div>
  )
  return (
    <>
      {field('from', 'From')}
      {field('to', 'To')}
    </>
  )
}
