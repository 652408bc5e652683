import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { formatCount } from '#contract/amounts.ts'
import type { Input } from '#contract/call.ts'
import { bulkInvite } from '#contract/organizations/bulk-invitations.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import { useCall } from '#web/client/api.ts'
import { notReached } from '#web/client/failure.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Card } from '#web/kit/card.tsx'
import { categoryOptions, levelOptions, roleOptions } from '../members/choices.ts'
import type { TabProps } from '../scope.ts'
import { Batches } from './batches.tsx'
import { CheckedList, type Judged, SentBatch } from './checked-list.tsx'
import { PeopleField } from './people-field.tsx'
import { readPeople } from './read-people.ts'

type Scoped = Pick<TabProps, 'scope'>
type Batch = Input<typeof bulkInvite>['body']

/** Invites many people at once: by mail from a list, or with a link to pass around (S387, D118, D119). */
export default function BulkTab({ scope }: TabProps) {
  return (
    <div className="flex flex-col gap-6">
      <InviteMany scope={scope} />
      <Batches scope={scope} />
    </div>
  )
}

/** The current step: the form, with what was entered before; the checked list; or the sent batch. */
type Step =
  | { name: 'enter'; batch?: Batch }
  | { name: 'check'; batch: Batch; judged: Judged }
  | { name: 'sent'; judged: Judged }

/** Invites up to 500 people by mail: enter a list, see what would happen, confirm the number (D118). */
function InviteMany({ scope }: Scoped) {
  const [step, setStep] = useState<Step>({ name: 'enter' })
  const [list, setList] = useState('')
  const place = useStepPlace(step.name)
  const send = useCall(bulkInvite, {
    done: (judged) => {
      setList('')
      setStep({ name: 'sent', judged })
    },
  })
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-20 outline-none">
      {step.name === 'enter' && (
        <Card
          title="Invite Many by Email"
          description="You'll see what will happen to each row first. Nothing is sent until you confirm."
        >
          <EnterForm
            scope={scope}
            list={list}
            onList={setList}
            batch={step.batch}
            onChecked={(judged, batch) => setStep({ name: 'check', judged, batch })}
          />
        </Card>
      )}
      {step.name === 'check' && (
        <CheckedList
          judged={step.judged}
          isSending={send.isPending}
          onSend={() => void send.submit({ query: scope, body: { ...step.batch, dryRun: false } })}
          onBack={() => setStep({ name: 'enter', batch: step.batch })}
        />
      )}
      {step.name === 'sent' && <SentBatch judged={step.judged} onAgain={() => setStep({ name: 'enter' })} />}
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

interface EnterProps extends Scoped {
  list: string
  onList: (list: string) => void
  batch: Batch | undefined
  onChecked: (judged: Judged, batch: Batch) => void
}

/** Has the list checked, with which nothing is sent. */
function EnterForm({ scope, list, onList, batch = { rows: [] }, onChecked }: EnterProps) {
  return (
    <CallForm
      label="Invite many by email"
      call={bulkInvite}
      at={{ query: scope }}
      sections={[
        { fields: ['rows'] },
        { fields: ['batchName', 'role', 'userCategory', 'accessLevel', 'expiresInDays', 'note'], columns: 3 },
      ]}
      known={batch}
      slots={{ rows: <PeopleField value={list} onChange={onList} /> }}
      checks={{ rows: rowsOfList }}
      options={{ role: roleOptions, userCategory: categoryOptions, accessLevel: levelOptions }}
      toBody={(entered) => ({ ...entered, dryRun: true })}
      failed={{
        title: 'Failed to check the list',
        text: 'Nothing was sent. Please try again.',
        unreachable: notReached,
      }}
      done={(judged, { body }) => onChecked(judged, body)}
      submit="Review List"
      pendingText="Checking…"
    />
  )
}

/** Reads the list into rows. */
const rowsOfList = z.pipe(
  z.string(),
  z.transform((list, context) => {
    const { people, problem } = readPeople(list)
    const wrong = problem ?? countProblem(people.length)
    if (wrong) context.issues.push({ code: 'custom', message: wrong, input: list })
    return people
  }),
)

function countProblem(count: number): string | null {
  if (count === 0) return 'Please enter at least one person'
  if (count <= invitationLimits.rows) return null
  return `Please enter at most ${invitationLimits.rows} people at once. This list has ${formatCount(count)}`
}
