import * as z from 'zod/mini'
import { formatCount } from '#contract/amounts.ts'
import { changePoolAutoPurchase, highestAutoPurchaseCap } from '#contract/organizations/settings.ts'
import { useCall } from '#web/client/api.ts'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { chargesNow, money, type AutoPurchaseProps, useChargeQuestion } from './auto-purchase-charge.tsx'
import { failures, successes } from './toasts.ts'

interface Props extends AutoPurchaseProps {
  open: boolean
  onClose: () => void
}

/** How much auto-purchase may cost in a month (D109). */
export function AutoPurchaseLimitDialog(props: Props) {
  const { open, onClose } = props
  const change = useChange(onClose)
  return (
    <Dialog
      open={open}
      onClose={() => !change.isPending && onClose()}
      width="small"
      title="Monthly auto-refill limit"
      description="Auto-refill never charges more than this in a calendar month."
    >
      <LimitForm {...props} change={change} />
    </Dialog>
  )
}

function useChange(onDone: () => void) {
  return useCall(changePoolAutoPurchase, {
    failed: failures.autoPurchase,
    done: () => {
      showToast(successes.autoPurchaseSaved)
      onDone()
    },
  })
}

interface FormProps extends Props {
  change: ReturnType<typeof useChange>
}

const labels = { monthlyCap: 'Monthly limit (USD)' }

/** Starts with the limit as it was when the dialog opened (D187). */
function LimitForm(props: FormProps) {
  const { autoPurchase, scope, change, onClose } = props
  const charge = useChargeQuestion(props)
  const form = useChangedFields({
    known: { monthlyCap: autoPurchase.monthlyCap },
    labels,
    texts: { monthlyCap: money },
    save: async ({ monthlyCap = autoPurchase.monthlyCap }, before) => {
      if (chargesNow({ enabled: autoPurchase.enabled, monthlyCap }, props) && !(await charge.ask())) {
        throw new Error('The charge was not agreed to')
      }
      await change.mutateAsync({ query: scope, body: { monthlyCap, before } })
      return { monthlyCap }
    },
    unchanged: onClose,
  })
  return (
    <>
      <Form
        key={form.version}
        schema={schemaOf(autoPurchase.price)}
        onSubmit={form.submit}
        className="flex flex-col gap-4"
      >
        <TextField
          name="monthlyCap"
          label={labels.monthlyCap}
          help={`One refill costs ${money(autoPurchase.price)}.`}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={String(form.base.monthlyCap)}
        />
        <FormButtons onCancel={onClose} isCancelDisabled={change.isPending}>
          <SubmitButton pendingText="Saving…">Save Limit</SubmitButton>
        </FormButtons>
      </Form>
      {form.question}
      {charge.question}
    </>
  )
}

/** A limit below the price of one package would prevent every purchase. */
function schemaOf(price: number) {
  const lowest = Math.ceil(price)
  const wrong = `The monthly limit must be a whole number from ${lowest} to ${formatCount(highestAutoPurchaseCap)}`
  return z.object({
    monthlyCap: z.pipe(
      z.string().check(z.trim(), z.regex(/^[0-9]{1,6}$/, { error: wrong })),
      z.pipe(
        z.transform(Number),
        z.number().check(z.minimum(lowest, { error: wrong }), z.maximum(highestAutoPurchaseCap, { error: wrong })),
      ),
    ),
  })
}
