import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type AdminAgent,
  type AdminAgentPage,
  changeAgent,
  createAgent,
  createPrivateAgent,
  readAdminAgent,
} from '#contract/agents/admin-agents.ts'
import { adminVoices } from '#contract/agents/admin-voices.ts'
import { agentFields, categoriesFor } from '#contract/agents/agent-fields.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import { query } from '#web/client/api.ts'
import { bodyOf } from '#web/client/forms/bodies.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { AccessField } from './organizations-field.tsx'
import { PictureField } from './picture-field.tsx'
import { savedToast, SyncNote, TalkWithWords } from './provider.tsx'
import { defaultVoice, VoiceField } from './voice-field.tsx'

/** Creates an agent, or edits one: everything that an admin sets for it (S127-S130, S426, S494, S598, D148). */
export function openAgentForm(agent?: AdminAgent): Promise<unknown> {
  return openDialog((close) => <AgentDialog agent={agent} close={close} />)
}

function AgentDialog({ agent, close }: { agent: AdminAgent | undefined; close: () => void }) {
  const [isBusy, setBusy] = useState(false)
  // The agent is read once, when the dialog opens, and not again while it is edited.
  const read = useQuery({
    ...query(readAdminAgent, { params: { id: agent?.id ?? '' } }),
    enabled: agent !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
  const form = { onClose: () => !isBusy && close(), onBusy: setBusy, onDone: close }
  return (
    <Dialog
      onClose={form.onClose}
      title={agent ? 'Edit Agent' : 'Create New Agent'}
      description={
        agent && (
          <>
            {agent.name} <SyncNote agent={read.data ?? agent} />
          </>
        )
      }
      width="large"
      keepOpenOutside
    >
      {agent ? (
        <Loaded read={read} what="the agent">
          {(known) => <AgentForm agent={known} {...form} />}
        </Loaded>
      ) : (
        <AgentForm {...form} />
      )}
    </Dialog>
  )
}

/** The values of controls that send no text: no voice, and the ids of the organizations. */
const checks = {
  category: z
    .string({ error: 'Please choose a category' })
    .check(z.minLength(1, { error: 'Please choose a category' })),
  elevenLabsAgentId: agentFields.shape.elevenLabsAgentId,
  voiceId: z.pipe(
    z.transform((value: unknown) => (value === defaultVoice ? '' : value)),
    agentFields.shape.voiceId,
  ),
  organizationIds: z.pipe(
    z.transform((text?: string): unknown[] | undefined => text?.split(',').filter(Boolean)),
    z.optional(bodyOf(createPrivateAgent).shape.organizationIds),
  ),
}

interface FormProps {
  /** Left out for a new agent. */
  agent?: AdminAgentPage
  onClose: () => void
  onDone: () => void
  onBusy: (isBusy: boolean) => void
}

/** Two admins do not undo each other's work, because only changed fields are sent (D187). */
function AgentForm({ agent, onClose, onDone, onBusy }: FormProps) {
  const [isUploading, setUploading] = useState(false)
  const [isPrivate, setPrivate] = useState(false)
  const assigned = agent?.organizations.map(({ id }) => id) ?? []
  const categories = categoriesFor(agent?.category)
  return (
    <CallForm
      // A new agent has the same fields; one for organizations alone is created along with its access.
      call={agent ? changeAgent : (createAgent as unknown as typeof changeAgent)}
      {...(agent
        ? { at: { params: { id: agent.id } }, known: inForm(agent), knownOf: inForm }
        : { sentBy: isPrivate ? createPrivateAgent : createAgent })}
      label={agent ? 'Save Agent' : 'Create Agent'}
      sections={[
        { fields: ['imageUrl', 'name', 'description', 'category'] },
        { fields: ['price', 'rating'], columns: 2 },
        { title: 'Who can use it', fields: ['isActive', 'isPremium', 'isPrivate', 'organizationIds'] },
        { title: 'How it talks', fields: ['systemPrompt', 'firstMessage', 'voiceId', 'elevenLabsAgentId'] },
      ]}
      options={{ category: categories.map((category) => ({ value: category, label: category })) }}
      slots={{
        imageUrl: ({ imageUrl }) => <PictureField start={imageUrl ?? null} onBusy={setUploading} />,
        isPrivate: (start) => (
          <AccessField
            isPrivate={start.isPrivate}
            ids={(start.organizationIds as number[] | undefined) ?? assigned}
            onPrivate={setPrivate}
          />
        ),
        organizationIds: null,
        voiceId: ({ voiceId }) => (
          <>
            <VoiceField present={voiceId ?? ''} />
            {agent && <TalkWithWords agent={agent} />}
          </>
        ),
      }}
      checks={checks}
      texts={useTexts(agent?.organizations ?? [])}
      toBody={({ organizationIds, ...values }) => {
        if (!values.isPrivate) return values
        return agent ? { ...values, organizationIds } : { agent: values, organizationIds }
      }}
      told={(saved) => savedToast(agent ? 'Agent updated successfully' : createdTitle(saved), saved)}
      done={onDone}
      unchanged={onDone}
      onBusy={onBusy}
      onCancel={onClose}
      isLong
      isDisabled={isUploading}
      submit={agent ? 'Save Agent' : 'Create Agent'}
      pendingText={agent ? 'Saving…' : 'Creating…'}
    />
  )
}

function createdTitle({ isPrivate }: AdminAgent): string {
  return isPrivate ? 'Private agent created successfully with organization access' : 'Agent created successfully'
}

/** Returns an agent's values for its form. A public one lists who assigned it, which says nothing about its access. */
function inForm({ elevenLabsAgentId, voiceId, organizations, ...agent }: AdminAgentPage) {
  const ids = organizations.map(({ id }) => id).toSorted((a, b) => a - b)
  return {
    ...agent,
    elevenLabsAgentId: elevenLabsAgentId ?? '',
    voiceId: voiceId ?? '',
    ...(agent.isPrivate && { organizationIds: ids }),
  }
}

/** Returns functions that name voices and organizations; their fields have already read both lists. */
function useTexts(organizations: AdminAgent['organizations']) {
  const voices = useQuery({ ...query(adminVoices), enabled: false }).data ?? []
  const known = useQuery({ ...query(organizationChoices, { query: {} }), enabled: false }).data ?? []
  const names = new Map([...organizations, ...known].map(({ id, name }) => [id, name]))
  return {
    voiceId: (wanted: string) => voices.find(({ id }) => id === wanted)?.name ?? 'Default',
    organizationIds: (ids: number[]) => ids.map((id) => names.get(id) ?? `Organization ${id}`).join('\n') || 'None',
  }
}
