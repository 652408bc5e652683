import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { archiveOrganization } from '#contract/organizations/settings.ts'
import { useCall } from '#web/client/api.ts'
import { refreshMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { SupportText } from '#web/kit/support-text.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { type Billing, billingQuery } from '../billing/billing.ts'
import { failures, successes } from './toasts.ts'

/** Archives the organization after the admin types its name; the consequences are listed first (D129, D131). */
export function ArchiveCard({ overview, scope }: TabProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Archive Organization"
      description="Ends access for everyone. Minutes, people and history are kept and can still be viewed."
    >
      <Button variant="danger" onClick={() => setOpen(true)}>
        Archive Organization
      </Button>
      <ArchiveDialog open={isOpen} onClose={() => setOpen(false)} overview={overview} scope={scope} />
    </Card>
  )
}

function ArchiveDialog({ open, onClose, overview, scope }: TabProps & { open: boolean; onClose: () => void }) {
  const billing = useQuery(billingQuery(overview.id))
  const archive = useCall(archiveOrganization, {
    failed: failures.archive,
    done: async () => {
      showToast(successes.archived)
      await refreshMe()
    },
  })
  return (
    <Dialog
      open={open}
      onClose={() => !archive.isPending && onClose()}
      title={`Archive ${overview.name}?`}
      keepOpenOutside
    >
      <Form
        schema={typedName(overview.name)}
        onSubmit={(body) => archive.submit({ query: scope, body })}
        className="flex flex-col gap-4"
      >
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          <li>Nobody can talk to its agents. Live conversations will end.</li>
          <li>Members, invitations, agents and settings can be viewed but not changed.</li>
          <li>The pool keeps its minutes. Nothing is refunded.</li>
          {billing.data && <li>{planText(billing.data.plan)}</li>}
          <li>
            <SupportText>To reopen it, please contact support.</SupportText>
          </li>
        </ul>
        <TextField name="name" label={`Type “${overview.name}” to confirm`} autoComplete="off" required />
        <FormButtons onCancel={onClose} cancelLabel="Keep Organization" isCancelDisabled={archive.isPending}>
          <SubmitButton variant="danger" pendingText="Archiving…">
            Archive Organization
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}

function typedName(name: string) {
  const error = 'Please type the name of the organization'
  return z.object({
    name: z.string().check(
      z.trim(),
      z.refine((text) => text === name, { error }),
    ),
  })
}

/** Says what happens to the subscription. */
function planText(plan: Billing['plan']): string {
  if (!plan || plan.status === 'canceled') return 'It has no active subscription, so nothing is charged.'
  const day = plan.renewsAt ? ` on ${formatDate(plan.renewsAt)}` : ' at the end of the paid month'
  return `Its subscription ends${day} and won't be charged again.`
}
