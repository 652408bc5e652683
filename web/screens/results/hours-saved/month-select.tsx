import { useSearchParams } from 'wouter'
import { withValue } from '#web/client/addresses/address-text.ts'
import { Select } from '#web/kit/fields/select.tsx'
import { monthOptions } from './months.ts'

interface Props {
  month: string
  latest: string
}

/** Chooses one of the latest months; the address holds the choice. */
export function MonthSelect({ month, latest }: Props) {
  const [, setSearch] = useSearchParams()
  return (
    <div className="w-full sm:w-52 print:hidden">
      <Select
        name="month"
        label="Month"
        options={monthOptions(latest)}
        value={month}
        onChange={(value) => setSearch((old) => withValue(old, 'month', value === latest ? '' : value))}
      />
    </div>
  )
}
