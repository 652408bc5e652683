import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { Answer } from '#contract/call.ts'
import { labelOf } from '#contract/field-words.ts'
import { bodyOf } from '#web/client/forms/bodies.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { brandedAppSettings, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { appShortName } from '#contract/organizations/app/branded-app.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query, useCall } from '#web/client/api.ts'
import { ConflictDialog, presentOf } from '#web/client/conflicts/conflict-dialog.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { readAgain } from '#web/client/query-client.ts'
import { buttonClasses } from '#web/kit/button.tsx'
import { LoadingTab } from '#web/screens/organizations/loading-tab.tsx'
import type { Scope, TabProps } from '#web/screens/organizations/scope.ts'
import { AppHome, type AppFace, AppIcon, bandButton } from '../app-home.tsx'
import { brandVariables } from '../brand.ts'
import { AppForm } from './app-form.tsx'
import { beforeOf, changeOf, draftNames, type DraftState, faceOf, type Settings, useDraft } from './draft.ts'
import { PublishCard } from './publish-card.tsx'

/** Where admins build and publish the organization's own app (S388, D140). */
export default function PwaTab({ scope }: TabProps) {
  const settings = useQuery(query(brandedAppSettings, { query: scope }))
  const agents = useQuery(query(organizationAgents, { query: scope }))
  return (
    <Loaded read={settings} what="your app" skeleton={<LoadingTab />}>
      {(app) => (
        <Loaded read={agents} what="your agents" skeleton={<LoadingTab />}>
          {(list) => <Builder key={app.organizationId} settings={app} agents={list} scope={scope} />}
        </Loaded>
      )}
    </Loaded>
  )
}

interface Props {
  settings: Settings
  agents: Answer<typeof organizationAgents>
  scope: Scope
}

/** The app's state and its form, with a phone preview of what the form holds. */
function Builder(props: Props) {
  const { settings, agents, scope } = props
  const state = useDraft(settings)
  const save = useCall(saveBrandedApp, { done: () => state.drop() })
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

type Saving = ReturnType<typeof useCall<typeof saveBrandedApp>>

/** Asks which value to keep when another admin saved first (D187). */
function useConflict(save: Saving, { drop }: DraftState, { agents, scope }: Props): ReactNode {
  const present = presentOf(save.error)
  const own = save.variables?.body ?? {}
  const labels = Object.keys(own).map((name) => [name, labelOf(bodyOf(saveBrandedApp), name)])

  async function takeTheirs() {
    save.reset()
    await readAgain()
    drop(draftNames(Object.keys(present ?? {})))
  }

  return (
    <ConflictDialog
      present={present}
      own={own}
      labels={Object.fromEntries(labels) as Record<string, string>}
      texts={{ featuredAgentIds: (ids) => namesOf(ids as string[], agents) }}
      isPending={save.isPending}
      onClose={save.reset}
      onTheirs={() => void takeTheirs()}
      onOwn={() => void save.submit({ query: scope, body: { ...own, before: { ...own.before, ...present } } })}
    />
  )
}

/** Shows how the app in the form would look on a phone: the app itself and its icon. */
function PhonePreview({ app }: { app: AppFace }) {
  return (
    <section aria-labelledby="app-preview" className="flex flex-col gap-3 lg:sticky lg:top-20">
      <h2 id="app-preview" className="text-lg font-semibold">
        Preview
      </h2>
      <div className="mx-auto w-full max-w-80 rounded-[2.25rem] border-8 border-night bg-night shadow-overlay">
        <div className="overflow-hidden rounded-[1.75rem] bg-bg" style={brandVariables(app) as CSSProperties}>
          <div aria-hidden className="flex h-7 items-center justify-center bg-primary text-primary-text">
            <span className="h-1.5 w-16 rounded-full bg-current opacity-40" />
          </div>
          {/* Long apps scroll inside the phone, by keyboard too. */}
          <div
            role="region"
            aria-label="Preview of the app"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
            tabIndex={0}
            className="h-[32rem] overflow-y-auto overscroll-contain outline-offset-[-3px]"
          >
            {/* These only look like buttons. */}
            <AppHome
              app={app}
              level={3}
              actions={
                <span className={bandButton('main')}>
                  <MessagesSquare aria-hidden className="size-5" />
                  Start Talking
                </span>
              }
              agentAction={() => <span className={buttonClasses({ wide: true })}>Start Conversation</span>}
              isLinked={false}
            />
          </div>
        </div>
      </div>
      <div className="flex items-center justify-center gap-4">
        <span className="flex w-20 flex-col items-center gap-1.5">
          <AppIcon app={app} className="size-14 rounded-dialog text-2xl" />
          <span className="max-w-full truncate text-xs">{appShortName(app.appName)}</span>
        </span>
        <p className="max-w-40 text-sm text-muted">How the icon looks on a phone</p>
      </div>
    </section>
  )
}
