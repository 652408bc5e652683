import * as z from 'zod/mini'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { changeRefill, highestRefillCap } from '#contract/organizations/settings.ts'
import { useCall } from '#web/client/api.ts'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { chargesNow, money, type RefillProps, useChargeQuestion } from './refill-charge.tsx'
import { failures, successes } from './settings-toasts.ts'

interface Props extends RefillProps {
  open: boolean
  onClose: () => void
}

/** How much refills may cost in a month (D109). */
export function RefillLimitDialog(props: Props) {
  const { open, onClose } = props
  const change = useChange(onClose)
  return (
    <Dialog
      open={open}
      onClose={() => !change.isPending && onClose()}
      width="small"
      title="Monthly limit of auto-refill"
      description="Auto-refill never charges more than this in a calendar month."
    >
      <LimitForm {...props} change={change} />
    </Dialog>
  )
}

function useChange(onDone: () => void) {
  return useCall(changeRefill, {
    failed: failures.refill,
    changes: [organizationBilling],
    done: () => {
      showToast(successes.refillSaved)
      onDone()
    },
  })
}

interface FormProps extends Props {
  change: ReturnType<typeof useChange>
}

const labels = { monthlyCap: 'Monthly limit (USD)' }

/** Begins with the limit as it is when the dialog opens (D187). */
function LimitForm(props: FormProps) {
  const { refill, scope, change, onClose } = props
  const charge = useChargeQuestion(props)
  const form = useChangedFields({
    known: { monthlyCap: refill.monthlyCap },
    labels,
    texts: { monthlyCap: money },
    save: async ({ monthlyCap = refill.monthlyCap }, before) => {
      if (chargesNow({ enabled: refill.enabled, monthlyCap }, props) && !(await charge.ask())) {
        throw new Error('The charge was not agreed to')
      }
      await change.mutateAsync({ query: scope, body: { monthlyCap, before } })
      return { monthlyCap }
    },
    unchanged: onClose,
    renew: () => void change.renew(),
  })
  return (
    <>
      <Form key={form.version} schema={schemaOf(refill.price)} onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          name="monthlyCap"
          label={labels.monthlyCap}
          help={`One refill costs ${money(refill.price)}.`}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={String(form.base.monthlyCap)}
        />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton pendingText="Saving…">Save Limit</SubmitButton>
        </div>
      </Form>
      {form.question}
      {charge.question}
    </>
  )
}

/** A limit below the price of one refill would never let one happen. */
function schemaOf(price: number) {
  const lowest = Math.ceil(price)
  const wrong = `The monthly limit must be a whole number from ${lowest} to ${highestRefillCap.toLocaleString('en-US')}`
  return z.object({
    monthlyCap: z.pipe(
      z.string().check(z.trim(), z.regex(/^[0-9]{1,6}$/, { error: wrong })),
      z.pipe(
        z.transform(Number),
        z.number().check(z.minimum(lowest, { error: wrong }), z.maximum(highestRefillCap, { error: wrong })),
      ),
    ),
  })
}
