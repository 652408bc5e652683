import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { brandedAppSettings, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import type { Answer } from '#contract/call.ts'
import type { organizationAgents } from '#contract/organizations/agents.ts'
import { ApiError } from '#web/client/api-error.ts'
import { keyOf, useCall } from '#web/client/api.ts'
import { appFailures, appSuccesses } from '#web/screens/organizations/app/toasts.ts'
import { ConflictDialog, presentOf } from '#web/client/conflicts/conflict-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { Scope } from '#web/screens/organizations/scope.ts'
import { AppForm } from './app-form.tsx'
import { beforeOf, changeOf, draftNames, faceOf, type Settings } from './draft.ts'
import { PhonePreview } from './phone-preview.tsx'
import { PublishCard } from './publish-card.tsx'
import { type DraftState, useDraft } from './use-draft.ts'

type Saving = ReturnType<typeof useCall<typeof saveBrandedApp>>

const labels = {
  appName: 'App name',
  slug: 'Address',
  tagline: 'Tagline',
  welcomeMessage: 'Welcome message',
  primaryColor: 'Primary color',
  secondaryColor: 'Secondary color',
  accentColor: 'Accent color',
  customDomain: 'Custom domain',
  showPublicAgents: 'Show agents to visitors',
  featuredAgentIds: 'Featured agents',
  enableAgentRequests: 'Ask your admins for a new agent',
  enableFeedback: 'Send feedback to your admins',
  contactInfo: 'Contact',
}

interface Props {
  settings: Settings
  agents: Answer<typeof organizationAgents>
  scope: Scope
}

/** Returns the free address that a refusal suggests (D138). */
function suggestionOf(error: unknown): string | null {
  const suggestion = error instanceof ApiError ? error.details.suggestion : null
  return typeof suggestion === 'string' ? suggestion : null
}

/** Returns the names of the featured agents in order. */
function namesOf(ids: readonly string[], agents: Props['agents']): string {
  const names = new Map(agents.map(({ agentId, agent }) => [agentId, agent.name]))
  return ids.map((id) => names.get(id) ?? "An agent that's no longer assigned").join('\n') || 'None'
}

/** Asks which value to keep when another admin saved first (D187). */
function useConflict(save: Saving, { drop }: DraftState, { agents, scope }: Props): ReactNode {
  const client = useQueryClient()
  const [dismissed, setDismissed] = useState<Error | null>(null)
  const { error, variables, isPending } = save
  const present = error === dismissed ? null : presentOf(error)
  const own = variables?.body ?? {}

  async function takeTheirs() {
    setDismissed(error)
    await client.invalidateQueries({ queryKey: keyOf(brandedAppSettings) })
    drop(draftNames(Object.keys(present ?? {})))
  }

  return (
    <ConflictDialog
      present={present}
      own={own}
      labels={labels}
      texts={{ featuredAgentIds: (ids) => namesOf(ids as string[], agents) }}
      isPending={isPending}
      onClose={() => setDismissed(error)}
      onTheirs={() => void takeTheirs()}
      onOwn={() => void save.submit({ query: scope, body: { ...own, before: { ...own.before, ...present } } })}
    />
  )
}

/** The app's state and its form, with a phone preview of what the form holds. */
export function Builder(props: Props) {
  const { settings, agents, scope } = props
  const state = useDraft(settings)
  const save = useCall(saveBrandedApp, {
    failed: appFailures.save,
    done: () => {
      state.reset()
      showToast(appSuccesses.saved)
    },
  })
  const question = useConflict(save, state, props)
  return (
    <div className="flex flex-col gap-6">
      {question}
      <PublishCard settings={settings} isDirty={state.isDirty} scope={scope} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-8">
        <AppForm
          key={state.version}
          settings={settings}
          agents={agents}
          state={state}
          scope={scope}
          suggestion={suggestionOf(save.error)}
          onSave={(values) => {
            const body = changeOf(settings, values, state.edits)
            return save.submit({ query: scope, body: { ...body, before: beforeOf(settings, state.began, body) } })
          }}
        />
        <PhonePreview app={faceOf(settings, state.draft, agents)} />
      </div>
    </div>
  )
}
