import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '#contract/amounts.ts'
import {
  changeInboxThread,
  inbox,
  inboxAssignees,
  inboxStates,
  type InboxState,
  type InboxThread,
} from '#contract/messages/inbox.ts'
import { isChangedMeanwhile } from '#web/client/api-error.ts'
import { query, useCall } from '#web/client/api.ts'
import { guessRows } from '#web/client/lists/pages.ts'
import { useMe } from '#web/client/me.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { nameOf } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'
import { StateBadge, stateNames } from './inbox-list.tsx'

const nobody = 'nobody'
const assigneeListId = 'assignee-list'
const stateOptions = inboxStates.map((value) => ({ value, label: stateNames[value] }))

/** How often an open conversation looks for what others did. */
export const lookMs = 10_000

/** In place of a conversation that does not exist, or no longer does. */
export function Gone() {
  return <EmptyState title="There is nothing here">These messages were deleted or withdrawn.</EmptyState>
}

/** State and assignee of a conversation, and how fast it was answered. */
export function Handling({ thread }: { thread: InboxThread }) {
  const me = useMe()
  const mayChange = useDuty('messages.change')
  return (
    <Card title="Handling" aside={<StateBadge state={thread.state} />}>
      {mayChange && me ? <Controls thread={thread} ownId={me.id} /> : null}
      {!mayChange && <p>{thread.assignee ? `Assigned to ${nameOf(thread.assignee)}.` : 'Not assigned to anyone.'}</p>}
      {thread.firstAnswerSeconds !== null && (
        <p className="mt-3 text-sm text-muted tabular">
          First response after {formatDuration(thread.firstAnswerSeconds)}.
        </p>
      )}
    </Card>
  )
}

function Controls({ thread, ownId }: { thread: InboxThread; ownId: string }) {
  const { id, state, assignee } = thread
  const { data: staff = [] } = useQuery({ ...query(inboxAssignees), staleTime: 0 })
  const change = useCall(changeInboxThread, {
    guess: ({ params, body }) =>
      guessRows(inbox, (row) => (row.id === params.id && body.state ? { ...row, state: body.state } : row)),
  })
  const assigneeId = assignee?.id ?? null
  const set = (body: { state?: InboxState; assigneeId?: string | null }) =>
    void change.submit({ params: { id }, body: { ...body, before: { state, assigneeId } } })
  const people = assignee && !staff.some((one) => one.id === assignee.id) ? [assignee, ...staff] : staff
  return (
    <div className="flex flex-col gap-3">
      {isChangedMeanwhile(change.error) && (
        <Banner tone="warning" announce>
          Someone else has just changed this conversation. Here is its current state.
        </Banner>
      )}
      <Select<InboxState>
        name="state"
        label="State"
        options={stateOptions}
        value={state}
        onChange={(next) => set({ state: next })}
      />
      <div id={assigneeListId}>
        <Select
          name="assignee"
          label="Assigned to"
          options={[
            { value: nobody, label: 'Nobody' },
            ...people.map((one) => ({ value: one.id, label: one.id === ownId ? `${nameOf(one)} (you)` : nameOf(one) })),
          ]}
          value={assigneeId ?? nobody}
          onChange={(next) => set({ assigneeId: next === nobody ? null : next })}
        />
      </div>
      {assigneeId !== ownId && <AssignToMe pending={change.isPending} onPress={() => set({ assigneeId: ownId })} />}
    </div>
  )
}

/** Disappears once it has worked, and leaves the focus on the list above it, which then names the admin. */
function AssignToMe({ pending, onPress }: { pending: boolean; onPress: () => void }) {
  const box = useKeptFocus<HTMLDivElement>(() => document.querySelector(`#${assigneeListId} [role=combobox]`))
  return (
    <div ref={box}>
      <Button variant="secondary" size="dense" pending={pending} onClick={onPress}>
        Assign to Me
      </Button>
    </div>
  )
}
