import { LockKeyhole } from 'lucide-react'
import { formatCount, minutesText } from '#contract/amounts.ts'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'

const rows = [
  { initial: 'M', agent: 'Sales Call Coach', minutes: 412 },
  { initial: 'J', agent: 'Onboarding Guide', minutes: 286 },
  { initial: 'T', agent: 'Customer Care Coach', minutes: 173 },
] as const

const pool = 3000
const used = rows.reduce((sum, { minutes }) => sum + minutes, 0)
const left = formatCount(pool - used)

/** A picture of the shared pool: what is left, who talked with which agent, and what stays private. */
export function OrganizationPicture() {
  return (
    <div
      role="img"
      aria-label="An example of a shared pool: how many minutes are left, and who talked with which agent for how long. What was said is not shown."
      className="relative mx-auto w-full max-w-104 lg:mr-0"
    >
      <img
        src="/landing/moon.svg"
        alt=""
        width={800}
        height={800}
        fetchPriority="high"
        className="absolute -top-[24%] -left-[44%] -z-10 w-[130%] max-w-none"
      />
      <div
        aria-hidden
        className="day rounded-dialog border border-line bg-surface p-5 shadow-overlay select-none sm:p-6"
      >
        <div className="flex items-center justify-between gap-4">
          <p className="font-semibold">Shared pool</p>
          <p className="text-sm text-muted">Example</p>
        </div>
        <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
          <span className="text-4xl font-semibold tracking-[-0.03em] tabular">{left}</span>
          <span className="text-muted tabular">{`of ${minutesText(pool)} left`}</span>
        </p>
        <ShareBar shares={[{ value: pool - used, tone: 'primary' }]} total={pool} className="mt-3" />
        <ul className="mt-6 flex flex-col gap-4">
          {rows.map(({ initial, agent, minutes }) => (
            <li key={initial} className="flex items-center gap-3">
              <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-soft font-semibold text-soft-text">
                {initial}
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex justify-between gap-3">
                  <span className="truncate font-medium">{agent}</span>
                  <span className="shrink-0 tabular">{minutesText(minutes)}</span>
                </span>
                <ShareBar shares={[{ value: minutes, tone: 'accent' }]} total={500} className="mt-1.5" />
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-6 flex items-center gap-2 border-t border-line pt-4 text-muted">
          <LockKeyhole className="size-4 shrink-0" />
          What they said stays private.
        </p>
      </div>
    </div>
  )
}
