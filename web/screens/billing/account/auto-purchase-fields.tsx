import { formatCents, formatDollars, minutesText } from '#contract/amounts.ts'
import { monthlyCap, packageTiers } from '#contract/billing/prices.ts'
import { automaticPackage } from '#web/screens/billing/automatic-package.ts'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { Select } from '#web/kit/fields/select.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { NumberSetting } from './number-setting.tsx'
import type { AutoPurchaseChange, AutoPurchaseState } from './use-auto-purchase-changes.ts'

export function packageOptions(state: AutoPurchaseState) {
  return packageTiers.map((tier) => {
    const { name, minutes, priceCents } = automaticPackage(state, tier)
    return { value: tier, label: `${name}: ${minutesText(minutes)} for ${formatCents(priceCents)}` }
  })
}

interface Props {
  state: AutoPurchaseState
  /** The package that is being saved. */
  wantedTier: AutoPurchaseState['tier'] | undefined
  /** Whether a purchase is in progress. */
  isBuying: boolean
  /** Resolves to whether the change was saved. */
  onSave: (change: AutoPurchaseChange) => Promise<boolean>
}

/** Package, threshold and monthly limit; each change is saved at once (S174). */
export function AutoPurchaseFields({ state, wantedTier, isBuying, onSave }: Props) {
  const { minutes, priceCents } = automaticPackage(state)
  const lowestCap = Math.ceil(priceCents / 100)
  const highestCap = monthlyCap.maxCents / 100
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <div className="sm:col-span-2 lg:col-span-1">
          <Select
            name="tier"
            label="Package"
            options={packageOptions(state)}
            value={wantedTier ?? state.tier}
            onChange={(tier) => void onSave({ tier })}
          />
        </div>
        <NumberSetting
          name="threshold"
          label="Threshold (minutes)"
          wrong="Threshold must be a whole number from 1 to 50"
          value={state.threshold}
          min={1}
          max={50}
          onSave={(threshold) => onSave({ threshold })}
        />
        <NumberSetting
          name="monthlyCap"
          label="Monthly limit (USD)"
          wrong={`The monthly limit must be a whole number from ${lowestCap} to ${highestCap}`}
          value={state.monthlyCap}
          min={lowestCap}
          max={highestCap}
          onSave={(cap) => onSave({ monthlyCap: cap })}
        />
      </div>
      <Rule state={state} />
      <div>
        <p className="flex justify-between gap-4 text-sm text-muted">
          <span>Bought this month</span>
          <span className="tabular">
            <span translate="no">{formatDollars(state.spentThisMonth)}</span> of{' '}
            <span translate="no">{formatDollars(state.monthlyCap)}</span>
          </span>
        </p>
        <ShareBar
          className="mt-2"
          total={Math.max(state.monthlyCap, state.spentThisMonth)}
          shares={[
            { value: state.spentThisMonth, tone: state.spentThisMonth < state.monthlyCap ? 'primary' : 'warning' },
          ]}
        />
      </div>
      {isBuying && <Spinner label={`Buying ${minutesText(minutes)}…`} />}
    </>
  )
}

/** The whole rule as one sentence. */
function Rule({ state }: { state: AutoPurchaseState }) {
  const { threshold, card } = state
  const { minutes, priceCents } = automaticPackage(state)
  return (
    <p className="text-muted">
      When your balance falls to <span>{minutesText(threshold)}</span>, we buy <span>{minutesText(minutes)}</span> for{' '}
      <span translate="no">{formatCents(priceCents)}</span>
      {card && <span>{` with your ${cardName(card)}`}</span>}.
    </p>
  )
}
