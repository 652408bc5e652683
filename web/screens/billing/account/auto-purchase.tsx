import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents, formatDollars, minutesText } from '#contract/amounts.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Me } from '#contract/identity/people.ts'
import { query } from '#web/client/api.ts'
import { automaticPackage } from '#web/screens/billing/automatic-package.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { readAgain } from '#web/client/query-client.ts'
import { Card } from '#web/kit/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { AutoPurchaseDialog, ChargeQuestion } from './auto-purchase-dialog.tsx'
import { AutoPurchaseFields } from './auto-purchase-fields.tsx'
import { AutoPurchaseProblem } from './auto-purchase-problem.tsx'
import type { FollowedPurchase } from './followed-purchase.ts'
import { useAutoPurchaseChanges, type AutoPurchaseState } from './use-auto-purchase-changes.ts'
import { useCardDialog } from './use-card-dialog.tsx'

interface Props {
  user: Me
  purchase: FollowedPurchase
  className?: string
}

/** The card that switches auto-purchase on and off and holds its settings (S100, S173, S174, D45-D47). */
export function AutoPurchase({ user, purchase, className }: Props) {
  const settings = useQuery(query(autoPurchase))
  return (
    <Card
      title="Auto-Purchase Credits"
      description="Buys minutes when your balance runs low, even in the middle of a session."
      className={className}
    >
      {settings.isPending && (
        <SkeletonGroup label="Loading your auto-purchase settings…" className="flex flex-col gap-4">
          <Skeleton className="h-6" />
          <Skeleton className="h-16" />
        </SkeletonGroup>
      )}
      {settings.isError && <LoadError what="your auto-purchase settings" failed={settings} />}
      {settings.data && <Settings state={settings.data} user={user} purchase={purchase} />}
    </Card>
  )
}

interface SettingsProps {
  state: AutoPurchaseState
  user: Me
  purchase: FollowedPurchase
}

function Settings({ state, user, purchase }: SettingsProps) {
  const [isAsking, setAsking] = useState(false)
  const changes = useAutoPurchaseChanges(state, user, purchase)
  const cardDialog = useCardDialog({
    title: 'Add a card first',
    purchase,
    onSaved: () => setAsking(true),
  })

  async function toggle(isOn: boolean) {
    if (!isOn) return changes.save({ enabled: false })
    if (!state.card) return cardDialog.open()
    // What the dialog says about a charge must be true now.
    await readAgain()
    setAsking(true)
  }

  return (
    <div className="flex flex-col gap-5">
      <Switch
        name="enabled"
        label="Buy minutes automatically"
        help={state.enabled ? undefined : <Preview state={state} />}
        checked={changes.wanted.enabled ?? state.enabled}
        disabled={changes.isSaving || cardDialog.isOpening}
        onChange={(isOn) => void toggle(isOn)}
      />
      {state.problem && <AutoPurchaseProblem problem={state.problem} purchase={purchase} />}
      {state.enabled && (
        <AutoPurchaseFields
          state={state}
          wantedTier={changes.wanted.tier}
          isBuying={purchase.isFollowing}
          onSave={changes.saveAfterAsking}
        />
      )}
      {isAsking && state.card && (
        <AutoPurchaseDialog
          state={state}
          card={state.card}
          balance={user.creditBalance}
          isPending={changes.isSaving}
          onClose={() => setAsking(false)}
          onConfirm={async (change, isCharging) => {
            await changes.save({ ...change, enabled: true }, isCharging)
            setAsking(false)
          }}
        />
      )}
      <ChargeQuestion state={state} question={changes.question} />
      {cardDialog.dialog}
    </div>
  )
}

/** What auto-purchase would buy, shown while it is off. */
function Preview({ state }: { state: AutoPurchaseState }) {
  const { threshold, monthlyCap } = state
  const { minutes, priceCents } = automaticPackage(state)
  return (
    <>
      When it's on, we buy <span>{minutesText(minutes)}</span> for <span translate="no">{formatCents(priceCents)}</span>{' '}
      when your balance falls to <span>{minutesText(threshold)}</span>, for at most{' '}
      <span translate="no">{formatDollars(monthlyCap)}</span> a month. We'll ask you before it starts.
    </>
  )
}
