import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminAgents, type AdminAgentPage, changeAgent, readAdminAgent } from '#contract/agents/admin-agents.ts'
import { adminVoices } from '#contract/agents/admin-voices.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { agentFailures, agentUpdated } from './toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { AgentForm, type AgentValues } from './agent-form.tsx'
import { SyncNote } from './agent-list.tsx'
import type { TaskProps } from './task.ts'
import { changedReadings } from './changed-readings.ts'

/** Edits an agent (S426, S598). */
export function EditDialog({ agent, onClose, finalFocus }: TaskProps) {
  const params = { id: agent.id }
  // The agent is read once, when the dialog opens, and not again while it is edited.
  const read = useQuery({ ...query(readAdminAgent, { params }), staleTime: Infinity, gcTime: 0 })
  const change = useChange(onClose)
  return (
    <Dialog
      open
      onClose={() => !change.isPending && onClose()}
      title="Edit Agent"
      description={
        <>
          {agent.name} <SyncNote agent={read.data ?? agent} />
        </>
      }
      width="large"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      {read.isError && <LoadError what="the agent" failed={read} />}
      {read.isPending && <LoadingRows what="agent" />}
      {read.data && <EditForm agent={read.data} change={change} onClose={onClose} />}
    </Dialog>
  )
}

function useChange(onClose: () => void) {
  return useAdminCall(changeAgent, {
    list: adminAgents,
    changes: changedReadings,
    failed: agentFailures.updateAgent,
    done: (changed) => {
      showToast(agentUpdated(changed))
      onClose()
    },
  })
}

interface FormProps {
  agent: AdminAgentPage
  change: ReturnType<typeof useChange>
  onClose: () => void
}

/** Sends only changed fields, so that two admins do not undo each other's work (D187). */
function EditForm({ agent, change, onClose }: FormProps) {
  const params = { id: agent.id }
  // Another admin's change may arrive in the meantime; the form keeps the values it was opened with.
  const [opened] = useState(agent)
  const form = useChangedFields({
    known: inForm(opened),
    labels,
    texts: useTexts(opened),
    save: async (body, { organizationIds, ...rest }) => {
      // A public agent lists the organizations that assigned it, a private one those it is for: they do not compare.
      const before = opened.isPrivate && organizationIds !== undefined ? { ...rest, organizationIds } : rest
      return inForm(await change.mutateAsync({ params, body: { ...body, before } }))
    },
    unchanged: () => void change.submit({ params, body: {} }),
  })
  const { organizationIds, ...shown } = form.base
  const organizations = opened.isPrivate ? organizationIds.map((id) => ({ id, name: '' })) : opened.organizations
  return (
    <>
      <AgentForm
        key={form.version}
        agent={{ ...opened, ...shown, organizations }}
        submitLabel="Save Agent"
        pendingText="Saving…"
        isPending={change.isPending}
        onSubmit={(values) => {
          const chosen = values.organizationIds.toSorted((a, b) => a - b)
          return form.submit({ ...values, organizationIds: values.isPrivate ? chosen : form.base.organizationIds })
        }}
        onCancel={onClose}
      />
      {form.question}
    </>
  )
}

const labels = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  price: 'Price per minute',
  rating: 'Rating',
  elevenLabsAgentId: 'ElevenLabs agent ID',
  voiceId: 'Voice',
  firstMessage: 'First message',
  systemPrompt: 'System prompt',
  isActive: 'Active',
  isPremium: 'Premium',
  isPrivate: 'Private',
  imageUrl: 'Picture',
  organizationIds: 'Organizations',
}

/** Returns functions that name voices and organizations; their fields have already read both lists. */
function useTexts({ organizations }: AdminAgentPage) {
  const voices = useQuery({ ...query(adminVoices), enabled: false }).data ?? []
  const known = useQuery({ ...query(organizationChoices, { query: {} }), enabled: false }).data ?? []
  const names = new Map([...organizations, ...known].map(({ id, name }) => [id, name]))
  return {
    voiceId: (wanted: AgentValues['voiceId']) => voices.find(({ id }) => id === wanted)?.name ?? 'Default',
    organizationIds: (ids: number[]) => ids.map((id) => names.get(id) ?? `Organization ${id}`).join('\n') || 'None',
  }
}

/** Returns an agent's values for its form. */
function inForm(agent: AdminAgentPage): AgentValues {
  const { name, description, category, price, rating, firstMessage, systemPrompt } = agent
  const { isActive, isPremium, isPrivate, imageUrl, elevenLabsAgentId, voiceId } = agent
  const organizationIds = isPrivate ? agent.organizations.map(({ id }) => id).toSorted((a, b) => a - b) : []
  return {
    name,
    description,
    category,
    price,
    rating,
    firstMessage,
    systemPrompt,
    isActive,
    isPremium,
    isPrivate,
    imageUrl,
    organizationIds,
    elevenLabsAgentId: elevenLabsAgentId ?? '',
    voiceId: voiceId ?? '',
  }
}
