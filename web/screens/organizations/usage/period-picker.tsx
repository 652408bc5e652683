import { useSearchParams } from 'wouter'
import { withValue } from '#web/client/addresses/address-text.ts'
import { Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { localDateOf, own, periodOptions, type ShownPeriod } from './period.ts'

interface Props {
  period: ShownPeriod
  today: Date
  /** Whether all time can be chosen, too. */
  hasAllTime: boolean
}

/** Chooses recent days, a calendar month, or own days; the address holds the choice. */
export function PeriodPicker({ period, today, hasAllTime }: Props) {
  const [search, setSearch] = useSearchParams()
  const set = (values: Record<string, string>) =>
    setSearch((old) =>
      Object.entries({ ...values, page: '' }).reduce((rest, [name, value]) => withValue(rest, name, value), old),
    )
  const last = localDateOf(today)
  const begin = { from: `${last.slice(0, 7)}-01`, to: last }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="w-full sm:w-52">
        <Select
          // A list that loses the chosen option would choose another by itself.
          key={String(hasAllTime)}
          name="period"
          label="Period"
          options={periodOptions(today, hasAllTime)}
          value={period.value}
          onChange={(value) => set({ period: value, ...(value === own ? begin : { from: '', to: '' }) })}
        />
      </div>
      {period.value === own && (
        <>
          <div className="min-w-36 flex-1 sm:max-w-44">
            <TextField
              name="from"
              label="From"
              type="date"
              max={last}
              value={search.get('from') ?? ''}
              onChange={({ target }) => set({ from: target.value })}
            />
          </div>
          <div className="min-w-36 flex-1 sm:max-w-44">
            <TextField
              name="to"
              label="To"
              type="date"
              max={last}
              value={search.get('to') ?? ''}
              error={period.problem ?? undefined}
              onChange={({ target }) => set({ to: target.value })}
            />
          </div>
        </>
      )}
    </div>
  )
}
