import { formatDollars, formatMinutes, formatRate, formatTenths } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { overview } from '#contract/admin/overview.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { StatTile } from '#web/kit/stat-tile.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { daysText } from './period.ts'
import { useRowsHref } from './rows/row-links.tsx'
import { totalWords } from './words.ts'

type Overview = Answer<typeof overview>

/** The figures of a period in one look, each with the one of the period before it. */
export function Totals({ shown }: { shown: Overview }) {
  const { now, before, owed, voiceRate } = shown
  const hrefOf = useRowsHref()
  return (
    <section aria-label="Figures" className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {daysText(shown.period)}, compared with {daysText(shown.former)}.
      </p>
      <dl className="grid grid-cols-1 gap-3 min-[30rem]:grid-cols-2 lg:grid-cols-4">
        {totalWords.map(({ key, label, format, behind, opens }) => (
          <StatTile
            key={key}
            label={label}
            value={signed(now[key], format)}
            note={
              <>
                {`${signed(before[key], format)} before${changeText(now[key], before[key])}`}
                <TextLink href={hrefOf(behind)} className="mt-2 block w-fit text-sm pointer-coarse:py-1">
                  {opens}
                </TextLink>
              </>
            }
          />
        ))}
      </dl>
      <p className="text-sm text-muted">
        Customers hold{' '}
        <TextLink href={paths.adminFigures({ rows: 'owed' })}>
          {`${formatMinutes(owed.monthly + owed.purchased)} unused minutes`}
        </TextLink>
        , paid with {formatDollars(owed.monthlyDollars + owed.purchasedDollars)}. The voice cost{' '}
        {formatDollars(now.voiceCost)}, at {formatRate(voiceRate.cents / 100)} a minute
        {voiceRate.isAssumed ? ' (assumed; set it under Settings)' : ''}.
      </p>
      <details className="text-sm">
        <summary className="cursor-pointer rounded-control py-1 font-medium">How these figures are counted</summary>
        <dl className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {totalWords.map(({ key, label, how }) => (
            <div key={key}>
              <dt className="font-medium">{label}</dt>
              <dd className="text-muted">{how}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted">
          Figures of past days are counted once an hour, so changes appear in the lists first.
        </p>
      </details>
    </section>
  )
}

function signed(value: number, format: (value: number) => string): string {
  return value < 0 ? `−${format(-value)}` : format(value)
}

/** Returns `, +12.5%`; nothing where there is no base, or a gain became a loss. */
function changeText(now: number, before: number): string {
  if (before <= 0 || now < 0 || now === before) return ''
  const percent = ((now - before) / before) * 100
  return `, ${percent < 0 ? '−' : '+'}${formatTenths(Math.abs(percent))}%`
}
