import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { autoPurchase, changeAutoPurchase } from '#contract/auto-purchase.ts'
import type { Answer, Input } from '#contract/call.ts'
import type { Me } from '#contract/people.ts'
import { query, useCall } from '#web/api.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { refreshPaymentSettings } from '#web/refresh.ts'
import { failures, successes } from '#web/toasts.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { AutoPurchaseDialog } from './auto-purchase-dialog.tsx'
import { AutoPurchaseFields } from './auto-purchase-fields.tsx'
import { AutoPurchaseProblem } from './auto-purchase-problem.tsx'
import { useFollowedPurchase } from './followed-purchase.ts'
import { useCardDialog } from './use-card-dialog.tsx'

export type AutoPurchaseState = Answer<typeof autoPurchase>
export type AutoPurchaseChange = Input<typeof changeAutoPurchase>['body']

/** Minutes that are bought by themselves when the balance runs low (S100, S173, S174, D45-D47). */
export function AutoPurchase({ user }: { user: Me }) {
  const settings = useQuery(query(autoPurchase))
  return (
    <Card
      title="Auto-Purchase Credits"
      description="Buys minutes when your balance runs low, also in the middle of a conversation."
    >
      {settings.isPending && (
        <SkeletonGroup label="Loading your auto-purchase settings…" className="flex flex-col gap-4">
          <Skeleton className="h-6" />
          <Skeleton className="h-16" />
        </SkeletonGroup>
      )}
      {settings.isError && <LoadError what="your auto-purchase settings" failed={settings} />}
      {settings.data && <Settings state={settings.data} user={user} />}
    </Card>
  )
}

function Settings({ state, user }: { state: AutoPurchaseState; user: Me }) {
  const [isAsking, setAsking] = useState(false)
  const purchase = useFollowedPurchase(user)
  const change = useCall(changeAutoPurchase, {
    failed: failures.settings,
    done: async () => {
      await refreshPaymentSettings()
      showToast(successes.settingsUpdated)
    },
  })
  const cardDialog = useCardDialog({
    title: 'Add a card first',
    description: 'Automatic purchases are paid with it. Nothing is charged now.',
    onSaved: () => setAsking(true),
  })

  function toggle(isOn: boolean) {
    if (!isOn) change.mutate({ body: { enabled: false } })
    else if (state.card) setAsking(true)
    else cardDialog.open()
  }

  /** Whether the server took the change; what it refused has had its toast. */
  async function save(body: AutoPurchaseChange): Promise<boolean> {
    try {
      await change.mutateAsync({ body })
      return true
    } catch {
      return false
    }
  }

  async function switchOn(body: AutoPurchaseChange, chargesNow: boolean) {
    const isOn = await save({ ...body, enabled: true })
    setAsking(false)
    if (isOn && chargesNow) purchase.follow()
  }

  const wanted = change.isPending ? change.variables.body.enabled : undefined
  return (
    <div className="flex flex-col gap-5">
      <Switch
        name="enabled"
        label="Buy minutes automatically"
        help={state.enabled ? undefined : 'Off. Before it is switched on you see what it costs and when.'}
        checked={wanted ?? state.enabled}
        disabled={change.isPending || cardDialog.isOpening}
        onChange={toggle}
      />
      {state.problem && <AutoPurchaseProblem problem={state.problem} />}
      {state.enabled && <AutoPurchaseFields state={state} isBuying={purchase.isFollowing} onSave={save} />}
      {isAsking && state.card && (
        <AutoPurchaseDialog
          state={state}
          card={state.card}
          balance={user.creditBalance}
          isPending={change.isPending}
          onClose={() => setAsking(false)}
          onConfirm={(body, chargesNow) => void switchOn(body, chargesNow)}
        />
      )}
      {cardDialog.dialog}
    </div>
  )
}
