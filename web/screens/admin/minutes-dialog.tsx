import { useState } from 'react'
import * as z from 'zod/mini'
import { adjustPoolMinutes, adjustUserMinutes, maxAdjustmentMinutes } from '#contract/admin/users.ts'
import { creditText, formatCount } from '#contract/amounts.ts'
import { CallDialog } from '#web/client/forms/call-dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'

/** A balance that can be corrected: a person's own, or an organization's pool. */
interface Balance {
  call: typeof adjustUserMinutes | typeof adjustPoolMinutes
  id: string
  label: string
}

interface Props {
  description: string
  /** The balances to choose from; with only one, there is no choice. */
  balances: readonly [Balance, ...Balance[]]
  /** Introduces the new number of credits. */
  now: 'The balance is now' | 'The pool now has'
  /** Names the readers of the reason. */
  help: string
}

const most = formatCount(maxAdjustmentMinutes)
const directions = [
  { value: 'give', label: 'Add' },
  { value: 'take', label: 'Remove' },
] as const

const checks = {
  direction: z.enum(['give', 'take']),
  minutes: z.coerce
    .number({ error: 'Please enter a number of minutes' })
    .check(
      z.positive({ error: 'Please enter a number above 0' }),
      z.maximum(maxAdjustmentMinutes, { error: `Please enter at most ${most} minutes` }),
      z.multipleOf(0.01, { error: 'Please use at most two decimals' }),
    ),
}

/** Adds minutes to a balance or to an organization's pool, or takes them away, with a reason (D153). */
export function openMinutesDialog(props: Props): Promise<unknown> {
  return openDialog((close) => <MinutesDialog {...props} close={close} />)
}

function MinutesDialog({ description, balances, now, help, close }: Props & { close: () => void }) {
  const [chosen, setChosen] = useState(balances[0])
  return (
    <CallDialog
      title="Adjust Credits"
      description={`${description} 1 credit is 1 minute.`}
      close={close}
      call={chosen.call}
      at={{ params: { id: chosen.id } }}
      fields={['minutes', 'reason']}
      words={{ reason: { help } }}
      checks={checks}
      toBody={({ direction, minutes, reason }) => ({
        minutes: Number(minutes) * (direction === 'take' ? -1 : 1),
        reason,
      })}
      told={({ creditBalance }) => ({
        title: 'Credits Adjusted',
        description: `${now} ${creditText(creditBalance)}.`,
        tone: 'success',
      })}
      submit="Adjust Credits"
      pendingText="Adjusting…"
      slots={{
        minutes: (
          <div className="grid grid-cols-2 gap-4">
            <Select name="direction" label="Change" options={directions} defaultValue="give" />
            <TextField name="minutes" label="Minutes" inputMode="decimal" autoComplete="off" required />
          </div>
        ),
      }}
    >
      {balances.length > 1 && (
        <Select
          name="account"
          label="Balance"
          options={balances.map(({ id, label }) => ({ value: id, label }))}
          value={chosen.id}
          onChange={(id) => setChosen(balances.find((balance) => balance.id === id) ?? chosen)}
        />
      )}
    </CallDialog>
  )
}
