import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import * as z from 'zod/mini'
import { ownDay } from '#contract/dates.ts'
import { requiredLine } from '#contract/required-text.ts'
import {
  addNextStep,
  changeNextStep,
  deleteNextStep,
  longestTitle,
  type NextStep,
  nextSteps,
} from '#contract/results/next-steps.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall, write } from '#web/client/api.ts'
import { bodyOf } from '#web/client/forms/bodies.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { StepBoard, StepList } from './columns-view.tsx'
import { ReminderSettings } from './reminder-settings.tsx'
import { menuOf, rowBeside, rowId, titleOf, useRowFocus, DueDay, useStepActs } from './step-row.tsx'
import { Plus, X } from 'lucide-react'
import { TextLink } from '#web/kit/text-link.tsx'

const views = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const

/** /dashboard/next-steps: what a person wants to do after their conversations, as a list or with ?view=board. */
export default function NextSteps() {
  // A session may have ended since, and proposals go with its words.
  const list = useQuery({ ...query(nextSteps, { query: {} }), refetchOnMount: 'always' })
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'board' ? 'board' : 'list'
  const choose = (name: string, value: string) => setSearch((old) => withValue(old, name, value), { replace: true })
  return (
    <Page
      title="Next Steps"
      description="What you want to do after your sessions. Only you see this list."
      above={<ParentLink href={paths.dashboard()} name="Your Dashboard" />}
      actions={
        <Segmented
          label="View"
          options={views}
          value={view}
          onChange={(next) => choose('view', next === 'list' ? '' : next)}
        />
      }
    >
      <div className="in-order flex flex-col gap-4">
        <Card>
          {/* A new step belongs to no agent, so it would not show below one. */}
          <QuickAdd onAdded={() => choose('agent', '')} />
        </Card>
        <Loaded read={list} what="your next steps">
          {(all) => (
            <Steps
              all={all}
              isBoard={view === 'board'}
              agentId={search.get('agent')}
              onAgent={(id) => choose('agent', id)}
            />
          )}
        </Loaded>
        <ReminderSettings />
      </div>
    </Page>
  )
}

interface StepsProps {
  all: readonly NextStep[]
  isBoard: boolean
  agentId: string | null
  onAgent: (agentId: string) => void
}

function Steps({ all, isBoard, agentId, onAgent }: StepsProps) {
  const [today] = useState(() => ownDay(new Date()))
  const agents = [...new Map(all.flatMap((step) => (step.agentId ? [[step.agentId, step.agentName ?? '']] : [])))]
  const isKnown = agents.some(([id]) => id === agentId)
  const steps = isKnown ? all.filter((step) => step.agentId === agentId) : all
  const proposals = steps.filter(({ state }) => state === 'proposed')
  const hasProposals = proposals.length > 0
  const shown = {
    steps,
    today,
    hasProposals,
    onEdit: (step: NextStep) => void editStep(step),
    onDelete: (step: NextStep) => void deleteStep(step),
  }
  return (
    <>
      {agents.length > 0 && <AgentFilter agents={agents} agentId={isKnown ? agentId : null} onAgent={onAgent} />}
      <Proposals steps={proposals} today={today} />
      {isBoard ? <StepBoard {...shown} /> : <StepList {...shown} />}
    </>
  )
}

/** Not the id of any agent. */
const allAgents = 'all'

interface FilterProps {
  agents: readonly (readonly [id: string, name: string])[]
  agentId: string | null
  onAgent: (agentId: string) => void
}

function AgentFilter({ agents, agentId, onAgent }: FilterProps) {
  return (
    <div className="sm:w-64">
      <Select
        name="agent"
        label="Agent"
        hideLabel
        options={[{ value: allAgents, label: 'All agents' }, ...agents.map(([value, label]) => ({ value, label }))]}
        value={agentId ?? allAgents}
        onChange={(next) => onAgent(next === allAgents ? '' : next)}
      />
    </div>
  )
}

/** Asks before a step is deleted, which cannot be undone; the focus goes to the row that takes its place. */
async function deleteStep({ id, title }: NextStep) {
  const beside = rowBeside(id)
  const isDeleted = await ask({
    title: 'Delete this step?',
    text: <p className="break-words">This permanently deletes “{title}”.</p>,
    confirm: 'Delete Step',
    keep: 'Keep Step',
    act: () =>
      write(
        deleteNextStep,
        { params: { id } },
        { told: { title: 'Step Deleted', description: title, tone: 'success' } },
      ).catch(() => undefined),
  })
  const next = beside?.isConnected ? beside : null
  const left = menuOf(document.getElementById(rowId(id))) ?? menuOf(next) ?? document.querySelector<HTMLElement>('main')
  if (isDeleted) left?.focus()
}

/** Adds a step: what, and perhaps by when. The form is ready for the next one at once. */
function QuickAdd({ onAdded }: { onAdded: () => void }) {
  const [count, setCount] = useState(0)
  const add = useCall(addNextStep, {
    told: (step) => ({ title: 'Step Added', description: step.title, tone: 'success' }),
    done: () => {
      setCount((before) => before + 1)
      onAdded()
    },
  })
  return (
    <Form
      key={count}
      takesFocus={count > 0}
      schema={newStepForm}
      aria-label="Add a next step"
      onSubmit={(body) => add.submit({ body })}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
    >
      <div className="max-sm:col-span-2">
        <TextField name="title" label="Next step" placeholder="Call Anna" maxLength={longestTitle} autoComplete="off" />
      </div>
      <TextField name="dueOn" label="Due (optional)" type="date" />
      <SubmitButton>Add</SubmitButton>
    </Form>
  )
}

/** Changes what a step says and when it is due; the focus goes back to its title. */
function editStep({ id, title: words, dueOn: day, note }: NextStep) {
  return openForm({
    title: 'Edit Step',
    call: changeNextStep,
    at: { params: { id } },
    known: { title: words, dueOn: day, note },
    fields: ['title', 'dueOn', 'note'],
    checks: { title, note: bodyOf(changeNextStep).shape.note },
    submit: 'Save',
    pendingText: 'Saving…',
    isLong: true,
    finalFocus: () => titleOf(id),
  })
}

/** A date field, which is an empty text without a day. */
const dueOn = z.union([
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
  bodyOf(addNextStep).shape.dueOn,
])

/** The title, named as its field is. */
const title = requiredLine('Next step', longestTitle)

/** The fields of a new step. */
const newStepForm = z.extend(bodyOf(addNextStep), { title, dueOn })

interface Props {
  steps: readonly NextStep[]
  today: string
}

/** What agents have noted and the person has not accepted yet; it goes with the words of its conversation (D184). */
function Proposals({ steps, today }: Props) {
  if (steps.length === 0) return null
  return (
    <Card
      title="From Your Sessions"
      description="Add the ones you want to do. The rest are deleted along with the transcript."
    >
      <ul className="-my-3 divide-y divide-line">
        {steps.map((step) => (
          <Proposal key={step.id} step={step} today={today} />
        ))}
      </ul>
    </Card>
  )
}

function Proposal({ step, today }: { step: NextStep; today: string }) {
  const acts = useStepActs(step)
  const row = useRowFocus(step.id, true)
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium break-words">{step.title}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <DueDay step={step} today={today} />
          {step.sessionId !== null && (
            <TextLink href={paths.session(step.sessionId)} quiet>
              {step.agentName ?? 'Session'}
            </TextLink>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="dense"
          variant="ghost"
          aria-label={`Dismiss: ${step.title}`}
          icon={<X aria-hidden className="size-4" />}
          pending={acts.sent === 'dismissed'}
          disabled={acts.sent === 'open'}
          onClick={acts.dismiss}
        >
          Dismiss
        </Button>
        <Button
          size="dense"
          aria-label={`Add: ${step.title}`}
          icon={<Plus aria-hidden className="size-4" />}
          pending={acts.sent === 'open'}
          disabled={acts.sent === 'dismissed'}
          onClick={acts.accept}
        >
          Add
        </Button>
      </div>
    </li>
  )
}
