import { useSearchParams } from 'wouter'
import { withValue } from '#web/client/addresses/address-text.ts'
import { Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { own, periodOptions, recentDays, type ChosenPeriod } from './period.ts'

/** Chooses recent days, a month, or own days; the address holds the choice. */
export function PeriodPicker({ chosen, today }: { chosen: ChosenPeriod; today: Date }) {
  const [search, setSearch] = useSearchParams()
  const set = (values: Record<string, string>, options?: { replace: boolean }) =>
    setSearch(
      (old) =>
        Object.entries({ ...values, page: '' }).reduce((rest, [name, value]) => withValue(rest, name, value), old),
      options,
    )
  const last = today.toISOString().slice(0, 10)
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="w-full sm:w-52">
        <Select
          name="period"
          label="Period"
          options={periodOptions(today)}
          value={chosen.value}
          onChange={(value) =>
            set({ period: value === '30' ? '' : value, ...(value === own ? recentDays(today) : { from: '', to: '' }) })
          }
        />
      </div>
      {chosen.value === own &&
        (['from', 'to'] as const).map((name) => (
          <div key={name} className="min-w-36 flex-1 sm:max-w-44">
            <TextField
              name={name}
              label={name === 'from' ? 'From' : 'To'}
              type="date"
              max={last}
              value={search.get(name) ?? ''}
              error={name === 'to' ? (chosen.problem ?? undefined) : undefined}
              // A date is typed in several edits, which are one step of the history.
              onChange={({ target }) => set({ [name]: target.value }, { replace: true })}
            />
          </div>
        ))}
    </div>
  )
}
