import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import {
  agentChoices,
  adminRequests,
  maxStatusNote,
  setRequestStatus,
  undoRequestStatus,
  type AdminRequest,
} from '#contract/agents/admin-requests.ts'
import { priorityNames, requestStatuses, undoSeconds, type RequestStatus } from '#contract/agents/requests.ts'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { query, useCall, write, type WriteOptions } from '#web/client/api.ts'
import { ConflictDialog, presentOf } from '#web/client/conflicts/conflict-dialog.tsx'
import { guessRows } from '#web/client/lists/pages.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons, Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { RequestStatusBadge, statusNames } from '#web/screens/agents/requests/request-status.tsx'
import { nameOf } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'
/** The seven statuses, spelled as the specification does (S489). */
export const statusOptions = requestStatuses.map((value) => ({ value, label: value }))

/** Shows a new status in the list; the person gets a message when it can no longer be undone (D61, D188). */
export const statusWrite: WriteOptions<typeof setRequestStatus> = {
  guess: ({ params, body }) =>
    guessRows(adminRequests, (row) => (row.id === params.id ? { ...row, status: body.status } : row)),
  told: ({ id, person }) => ({
    title: 'Agent request status updated successfully',
    description: `${nameOf(person)} gets a message in ${countText(undoSeconds, 'second')}.`,
    tone: 'success',
    action: { label: 'Undo', onPress: () => void undo(id).catch(() => undefined) },
    durationMs: undoSeconds * 1000,
  }),
}

function undo(id: string): Promise<AdminRequest> {
  return write(
    undoRequestStatus,
    { params: { id } },
    {
      told: ({ person, status }) => ({
        title: 'Status Undone',
        description: `The request is “${status}” again. ${nameOf(person)} gets no message.`,
        tone: 'success',
      }),
    },
  )
}

const none = 'none'

const schema = z.object({
  status: z.enum(requestStatuses, { error: 'Please choose a status' }),
  note: z
    .string()
    .check(z.trim(), z.maxLength(maxStatusNote, { error: `Please use at most ${maxStatusNote} characters` })),
  agentId: z.optional(z.string()),
})

interface Props {
  request: AdminRequest
  close: () => void
}

/** The details of a request, its history, and the form for a new status with a note and an agent (D61). */
export function RequestDialog({ request, close }: Props) {
  const { agentName, person, organization, description, useCase, priority, createdAt, history } = request
  const change = useStatusChange(close)
  const mayChange = useDuty('agents.change')
  return (
    <Dialog
      onClose={() => !change.isPending && close()}
      title={agentName}
      description={`${nameOf(person)}, ${person.email}${organization ? `, ${organization.name}` : ''}`}
      keepOpenOutside
    >
      <div className="flex flex-col gap-6">
        <div>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <RequestStatusBadge status={request.status} />
            <span>
              {useCase} · {priorityNames[priority]} priority · <DateTime value={createdAt} />
            </span>
          </p>
          <p className="mt-3 wrap-anywhere whitespace-pre-line">{description}</p>
        </div>
        <History lines={history} />
        {mayChange && <StatusForm request={request} change={change} close={close} />}
      </div>
    </Dialog>
  )
}

function useStatusChange(done: () => void) {
  return useCall(setRequestStatus, { ...statusWrite, done })
}

/** Every status with its time, author and note. */
function History({ lines }: { lines: AdminRequest['history'] }) {
  return (
    <section aria-labelledby="request-history">
      <h3 id="request-history" className="font-semibold">
        History
      </h3>
      <ol className="mt-2 flex flex-col gap-2 border-l border-line pl-4 text-sm">
        {lines.map(({ status, note, changedAt, changedBy }) => (
          <li key={changedAt}>
            <p className="flex flex-wrap gap-x-2">
              <span className="font-medium">{statusNames[status]}</span>
              <span className="text-muted">
                <DateTime value={changedAt} withTime /> · {nameOf(changedBy)}
              </span>
            </p>
            {note && <p className="wrap-anywhere whitespace-pre-line text-muted">{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface FormProps extends Props {
  change: ReturnType<typeof useStatusChange>
}

type Began = Pick<AdminRequest, 'status' | 'agentId'>

const labels = { status: 'Status', agentId: 'Agent' }

/** Asks which value to keep if another admin has changed the status or agent in the meantime (D187). */
function useConflict({ request, change }: FormProps, goOn: (present: Partial<Began>) => void): ReactNode {
  const [dismissed, setDismissed] = useState<Error | null>(null)
  const agents = useQuery({ ...query(agentChoices), enabled: false }).data ?? []
  const { error, variables, isPending } = change
  const present = error === dismissed ? null : presentOf(error)
  const own = variables?.body
  return (
    <ConflictDialog
      present={present}
      own={own ?? {}}
      labels={labels}
      texts={{ agentId: (wanted) => agents.find(({ id }) => id === wanted)?.name ?? 'None' }}
      isPending={isPending}
      onClose={() => setDismissed(error)}
      onTheirs={() => {
        setDismissed(error)
        goOn(present ?? {})
      }}
      onOwn={() =>
        own &&
        void change.submit({ params: { id: request.id }, body: { ...own, before: { ...own.before, ...present } } })
      }
    />
  )
}

function StatusForm(props: FormProps) {
  const { request, change, close } = props
  const [status, setStatus] = useState<RequestStatus>(request.status)
  const [began, setBegan] = useState<Began>(request)
  const question = useConflict(props, (present) => {
    setBegan((old) => ({ ...old, ...present }))
    if (present.status) setStatus(present.status)
  })
  return (
    <Form
      schema={schema}
      onSubmit={({ note, agentId, ...values }) => {
        // An unchanged agent is not sent, because it may have been archived and could then not be linked again.
        const isOther = values.status === 'published' && agentId && agentId !== (began.agentId ?? none)
        const agent = isOther ? { agentId: agentId === none ? null : agentId } : {}
        const before = { status: began.status, ...(isOther && { agentId: began.agentId }) }
        return change.submit({ params: { id: request.id }, body: { ...values, ...agent, note, before } })
      }}
      className="flex flex-col gap-4 border-t border-line pt-4"
    >
      <Select<RequestStatus>
        name="status"
        label="New status"
        options={statusOptions}
        value={status}
        onChange={setStatus}
      />
      {status === 'published' && <AgentSelect key={began.agentId} request={request} chosen={began.agentId} />}
      <TextArea
        name="note"
        label="Note (optional)"
        help={`${nameOf(request.person)} will get a message with the status and this note.`}
        rows={3}
        maxLength={maxStatusNote}
      />
      <FormButtons onCancel={close}>
        <SubmitButton pendingText="Saving…">Save Status</SubmitButton>
      </FormButtons>
      {question}
    </Form>
  )
}

/** Selects the agent created for the request; the person sees a link to it next to the request. */
function AgentSelect({ request: { agent }, chosen }: { request: AdminRequest; chosen: string | null }) {
  const read = useQuery(query(agentChoices))
  const select = (all: Answer<typeof agentChoices>) => {
    const others = all.filter(({ id }) => id !== agent?.id)
    const options = [...(agent ? [agent] : []), ...others].map(({ id, name }) => ({ value: id, label: name }))
    return (
      <Select
        name="agentId"
        label="Linked agent"
        options={[{ value: none, label: 'None' }, ...options]}
        defaultValue={chosen ?? none}
        disabled={read.isPending}
      />
    )
  }
  return (
    <Loaded read={read} what="the agents" skeleton={select([])}>
      {select}
    </Loaded>
  )
}
