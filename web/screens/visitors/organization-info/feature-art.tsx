import { Check, EyeOff, Minus, LockKeyhole } from 'lucide-react'
import { formatCount, minutesText } from '#contract/amounts.ts'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'

const card = 'rounded-card border border-line bg-surface shadow-raised'

/** A pool that everybody draws from. */
export function PoolArt() {
  return (
    <div className={`w-full max-w-56 p-4 ${card}`}>
      <p className="flex items-baseline justify-between">
        <span className="text-2xl font-semibold tabular">2,129</span>
        <span className="text-muted">minutes</span>
      </p>
      <span className="mt-2 block h-2 rounded-full bg-line">
        <span className="block h-full w-[71%] rounded-full bg-primary" />
      </span>
      <p className="mt-3 flex -space-x-2">
        {['M', 'J', 'T', 'A'].map((initial) => (
          <span
            key={initial}
            className="flex size-7 items-center justify-center rounded-full border-2 border-surface bg-accent text-xs font-semibold text-accent-ink"
          >
            {initial}
          </span>
        ))}
        <span className="flex h-7 items-center rounded-full border-2 border-surface bg-sunken px-2 text-xs text-muted">
          +21
        </span>
      </p>
    </div>
  )
}

/** An agent that learns a company. */
export function WorkshopArt() {
  return (
    <div className={`flex w-full max-w-56 flex-col gap-2 p-4 ${card}`}>
      {['Your price list', 'Your onboarding', 'Your tone of voice'].map((what) => (
        <span key={what} className="flex items-center gap-2">
          <span className="flex size-5 items-center justify-center rounded-full bg-success-soft text-success">
            <Check className="size-3.5" strokeWidth={3} />
          </span>
          {what}
        </span>
      ))}
    </div>
  )
}

/** Who may talk to which agent. */
export function LevelsArt() {
  return (
    <div className={`w-full max-w-56 p-4 ${card}`}>
      <div className="grid grid-cols-[1fr_auto_auto] items-center gap-x-4 gap-y-2">
        <span />
        <span className="text-xs text-muted">Sales</span>
        <span className="text-xs text-muted">Care</span>
        {[
          { level: 'Standard', sales: false },
          { level: 'Premium', sales: true },
          { level: 'Admins', sales: true },
        ].map(({ level, sales }) => (
          <span key={level} className="col-span-3 grid grid-cols-subgrid items-center">
            <span>{level}</span>
            <Mark isOn={sales} />
            <Mark isOn />
          </span>
        ))}
      </div>
    </div>
  )
}

function Mark({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Check className="mx-auto size-4 text-success" strokeWidth={3} />
  ) : (
    <Minus className="mx-auto size-4 text-muted" />
  )
}

/** A conversation that shows only its outline. */
export function PrivateArt() {
  return (
    <div className={`w-full max-w-56 p-4 ${card}`}>
      <p className="flex justify-between font-medium">
        <span>Maya</span>
        <span className="tabular">12:40</span>
      </p>
      <p className="text-muted">Sales Call Coach</p>
      <p className="mt-3 flex items-center gap-2 text-muted">
        <EyeOff className="size-4 shrink-0" />
        <span className="flex flex-1 flex-col gap-1.5">
          <span className="h-2 rounded-full bg-line" />
          <span className="h-2 w-2/3 rounded-full bg-line" />
        </span>
      </p>
    </div>
  )
}

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
