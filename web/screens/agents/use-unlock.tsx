import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { unlockAgent, type Agent } from '#contract/agents/agents.ts'
import { minutesText } from '#contract/amounts.ts'
import { useCall } from '#web/client/api.ts'
import { useConfig } from '#web/client/config.ts'
import { useMe } from '#web/client/me.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { agentFailures } from './toasts.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'

type Locked = Pick<Agent, 'id' | 'name'>

interface Unlocking {
  unlock: (agent: Locked) => void
  isUnlocking: (agentId: string) => boolean
  /** The price in a sentence. */
  price: string
  dialog: ReactNode
}

/** Unlocks an agent right away if unlocking is free; otherwise asks first and names the price (D52). */
export function useUnlock(): Unlocking {
  const [asking, setAsking] = useState<{ agent: Locked; open: boolean } | null>(null)
  const config = useConfig()
  const isAdmin = useMe()?.role === 'admin'
  const priceMinutes = isAdmin ? 0 : (config?.unlockCostCredits ?? 0)
  const call = useCall(unlockAgent, {
    failed: agentFailures.unlock,
  })
  const pay = (agent: Locked) => call.submit({ params: { agentId: agent.id }, body: { credits: priceMinutes } })
  return {
    unlock: (agent) => (priceMinutes > 0 ? setAsking({ agent, open: true }) : void pay(agent)),
    price:
      priceMinutes > 0 ? `Unlocking takes ${minutesText(priceMinutes)} from your balance, once.` : 'Unlocking is free.',
    isUnlocking: (agentId) => call.isPending && call.variables.params.agentId === agentId,
    dialog: asking && (
      <PriceDialog
        {...asking}
        priceMinutes={priceMinutes}
        onClose={() => setAsking({ ...asking, open: false })}
        onPay={() => pay(asking.agent)}
      />
    ),
  }
}

interface PriceProps {
  agent: Locked
  open: boolean
  priceMinutes: number
  onClose: () => void
  onPay: () => Promise<unknown>
}

function PriceDialog({ agent, open, priceMinutes, onClose, onPay }: PriceProps) {
  const [, navigate] = useLocation()
  const balance = useMe()?.creditBalance ?? 0
  const isShort = balance < priceMinutes
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Unlock ${agent.name}?`}
      confirmLabel={isShort ? 'Add Credits' : `Unlock for ${minutesText(priceMinutes)}`}
      keepLabel="Not Now"
      tone="primary"
      onConfirm={() => (isShort ? navigate(paths.checkout()) : onPay())}
    >
      <p>
        This takes <span>{minutesText(priceMinutes)}</span> from your balance, once. After that, you can talk with{' '}
        {agent.name} like any other agent.
      </p>
      <p className="mt-2">{`You have ${minutesText(balance)}.`}</p>
    </ConfirmDialog>
  )
}
