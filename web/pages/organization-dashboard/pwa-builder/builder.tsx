import { saveBrandedApp } from '#contract/branded-app-settings.ts'
import type { Answer } from '#contract/call.ts'
import type { organizationAgents } from '#contract/organization-agents.ts'
import { brandReadings } from '#web/brand-readings.ts'
import { ApiError } from '#web/api-error.ts'
import { useCall } from '#web/api.ts'
import { appFailures, appSuccesses } from '#web/parts/branded-app/toasts.ts'
import { showToast } from '#web/ui/toast.tsx'
import type { Scope } from '../scope.ts'
import { AppForm } from './app-form.tsx'
import { changeOf, faceOf, type Settings } from './draft.ts'
import { PhonePreview } from './phone-preview.tsx'
import { PublishCard } from './publish-card.tsx'
import { useDraft } from './use-draft.ts'

interface Props {
  settings: Settings
  agents: Answer<typeof organizationAgents>
  scope: Scope
}

/** The free address that a refusal names (D138). */
function suggestionOf(error: unknown): string | null {
  const suggestion = error instanceof ApiError ? error.details.suggestion : null
  return typeof suggestion === 'string' ? suggestion : null
}

/** The state of the app over the form, and beside it what a phone would show of what stands in the form. */
export function Builder({ settings, agents, scope }: Props) {
  const state = useDraft(settings)
  const save = useCall(saveBrandedApp, {
    failed: appFailures.save,
    changes: brandReadings,
    done: () => {
      state.reset()
      showToast(appSuccesses.saved)
    },
  })
  return (
    <div className="flex flex-col gap-6">
      <PublishCard settings={settings} isDirty={state.isDirty} scope={scope} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-8">
        <AppForm
          key={state.version}
          settings={settings}
          agents={agents}
          state={state}
          scope={scope}
          suggestion={suggestionOf(save.error)}
          onSave={(values) => save.submit({ query: scope, body: changeOf(settings, values, state.edits) })}
        />
        <PhonePreview app={faceOf(settings, state.draft, agents)} />
      </div>
    </div>
  )
}
