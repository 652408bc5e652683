import type * as z from 'zod/mini'
import type { Answer } from '#contract/call.ts'
import type { organizationAgents } from '#contract/organizations/agents.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { type FieldErrors, Form, SubmitButton } from '#web/kit/fields/form.tsx'
import type { Scope } from '#web/screens/organizations/scope.ts'
import { AddressFields } from './address-fields.tsx'
import { colors, contact, members, texts, visitors } from './app-fields.ts'
import { draftSchema, type Settings } from './draft.ts'
import { FieldList } from './field-list.tsx'
import { FeaturedAgents } from './featured-agents.tsx'
import { LogoSetting } from './logo-setting.tsx'
import type { DraftState } from './use-draft.ts'

interface Props {
  settings: Settings
  agents: Answer<typeof organizationAgents>
  state: DraftState
  scope: Scope
  /** A free address when the chosen one is taken. */
  suggestion: string | null
  onSave: (values: z.output<typeof draftSchema>) => Promise<FieldErrors | void>
}

/** Every field of the app. Typing updates the preview right away, and saving updates the app (S453-S455). */
export function AppForm({ settings, agents, state, scope, suggestion, onSave }: Props) {
  const { draft, change } = state
  return (
    <Form aria-label="Your app" schema={draftSchema} onSubmit={onSave} className="flex min-w-0 flex-col gap-6">
      <Card title="Name and text">
        <div className="flex flex-col gap-5">
          <LogoSetting settings={settings} primaryColor={draft.primaryColor} scope={scope} />
          <FieldList fields={texts} state={state} />
        </div>
      </Card>
      <Card
        title="Colors"
        description="Your dashboard uses the first two as well. Text on them turns light or dark so that it stays readable."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <FieldList fields={colors} state={state} />
        </div>
      </Card>
      <AddressFields settings={settings} state={state} suggestion={suggestion} />
      <Card title="Agents">
        <div className="flex flex-col gap-4">
          <FieldList fields={visitors} state={state} />
          <FeaturedAgents
            agents={agents}
            featuredIds={draft.featuredAgentIds}
            onChange={(featuredAgentIds) => change({ featuredAgentIds })}
          />
        </div>
      </Card>
      <Card title="Contact" description="How visitors can reach you. Empty fields aren't shown.">
        <div className="grid gap-5 sm:grid-cols-2">
          <FieldList fields={contact} state={state} />
        </div>
      </Card>
      <Card title="For your members" description="What signed-in members can do in the app besides talking.">
        <FieldList fields={members} state={state} />
      </Card>
      <SaveBar isSaved={settings.updatedAt !== null} state={state} />
    </Form>
  )
}

function SaveBar({ isSaved, state: { isDirty, reset } }: { isSaved: boolean; state: DraftState }) {
  const saved = isSaved ? 'All changes are saved.' : 'These are suggestions. Nothing has been saved yet.'
  return (
    <div className="sticky bottom-above-bar large-text:static z-10 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-3 shadow-overlay">
      <p role="status" className={isDirty ? 'font-medium' : 'text-muted'}>
        {isDirty ? 'You have unsaved changes.' : saved}
      </p>
      <div className="flex flex-wrap gap-2">
        {isDirty && (
          <Button variant="secondary" onClick={reset}>
            Discard
          </Button>
        )}
        <SubmitButton pendingText="Saving…">Save App</SubmitButton>
      </div>
    </div>
  )
}
