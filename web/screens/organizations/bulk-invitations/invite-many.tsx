import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { bulkInvite } from '#contract/organizations/bulk-invitations.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import { useCall } from '#web/client/api.ts'
import { organizationFailures } from '../toasts.ts'
import { bulkInvitationFailures } from './toasts.ts'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton, type FieldErrors } from '#web/kit/fields/form.tsx'
import type { TabProps } from '../scope.ts'
import { roleOptions } from '../members/choices.ts'
import { CheckedList } from './checked-list.tsx'
import type { Judged } from './judged.ts'
import { PeopleField } from './people-field.tsx'
import { PlaceFields } from './place-fields.tsx'
import { batchSchema } from './schemas.ts'
import { SentBatch } from './sent-batch.tsx'

type Batch = z.output<typeof batchSchema>

/** The current step: the form, the checked list, or the sent batch. */
type Step = { name: 'enter' } | { name: 'check'; judged: Judged } | { name: 'sent'; judged: Judged }

/** Invites up to 500 people by mail: enter a list, see what would happen, confirm the number (D118). */
export function InviteMany({ scope }: Pick<TabProps, 'scope'>) {
  const [step, setStep] = useState<Step>({ name: 'enter' })
  const [list, setList] = useState('')
  // The entered form, for going back and for sending.
  const [batch, setBatch] = useState<Batch>()
  const place = useStepPlace(step.name)
  const check = useCall(bulkInvite, {
    failed: bulkInvitationFailures.checkList,
    done: (judged) => setStep({ name: 'check', judged }),
  })
  const send = useCall(bulkInvite, {
    failed: organizationFailures.invite,
    done: (judged) => setStep({ name: 'sent', judged }),
  })

  function enter(entered: Batch) {
    setBatch(entered)
    return check.submit({ query: scope, body: { ...entered, dryRun: true } })
  }
  function begin() {
    setList('')
    setBatch(undefined)
    setStep({ name: 'enter' })
  }

  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-20 outline-none">
      {step.name === 'enter' && <EnterForm list={list} onList={setList} batch={batch} onEnter={enter} />}
      {step.name === 'check' && batch && (
        <CheckedList
          judged={step.judged}
          isSending={send.isPending}
          onSend={() => send.mutate({ query: scope, body: { ...batch, dryRun: false } })}
          onBack={() => setStep({ name: 'enter' })}
        />
      )}
      {step.name === 'sent' && <SentBatch judged={step.judged} onAgain={begin} />}
    </div>
  )
}

/** Returns a ref to the element that gets focus and scrolls into view when the step changes. */
function useStepPlace(step: string) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return place
}

interface EnterProps {
  list: string
  onList: (list: string) => void
  batch: Batch | undefined
  onEnter: (batch: Batch) => Promise<FieldErrors | void>
}

function EnterForm({ list, onList, batch, onEnter }: EnterProps) {
  return (
    <Card
      title="Invite Many by Email"
      description="You'll see what will happen to each row first. Nothing is sent until you confirm."
    >
      <Form aria-label="Invite many by email" schema={batchSchema} onSubmit={onEnter} className="flex flex-col gap-6">
        <div className="grid gap-6 lg:grid-cols-2">
          <PeopleField value={list} onChange={onList} />
          <div className="flex flex-col gap-4">
            <PlaceFields roles={roleOptions} days={invitationLimits.mailDays} values={batch} />
          </div>
        </div>
        <div>
          <SubmitButton pendingText="Checking…">Review List</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
