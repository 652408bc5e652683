import type * as z from 'zod/mini'
import { brandedAppLimits } from '#contract/organizations/app/branded-app-settings.ts'
import type { Answer } from '#contract/call.ts'
import type { organizationAgents } from '#contract/organizations/agents.ts'
import { ColorField } from '#web/screens/organizations/brand/color-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { type FieldErrors, Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { Scope } from '#web/screens/organizations/scope.ts'
import { AddressFields } from './address-fields.tsx'
import { draftSchema, type Settings } from './draft.ts'
import { FeaturedAgents } from './featured-agents.tsx'
import { LogoSetting } from './logo-setting.tsx'
import type { DraftState } from './use-draft.ts'

interface Props {
  settings: Settings
  agents: Answer<typeof organizationAgents>
  state: DraftState
  scope: Scope
  /** A free address, where the chosen one is taken. */
  suggestion: string | null
  onSave: (values: z.output<typeof draftSchema>) => Promise<FieldErrors | void>
}

/** Every field of the app; what is typed shows in the preview at once and counts when it is saved (S453-S455). */
export function AppForm({ settings, agents, state, scope, suggestion, onSave }: Props) {
  const { draft, change } = state
  return (
    <Form aria-label="Your app" schema={draftSchema} onSubmit={onSave} className="flex min-w-0 flex-col gap-6">
      <Texts settings={settings} state={state} scope={scope} />
      <Colors state={state} />
      <AddressFields settings={settings} state={state} suggestion={suggestion} />
      <Card title="Agents">
        <div className="flex flex-col gap-4">
          <Checkbox
            name="showPublicAgents"
            label="Show agents to visitors"
            checked={draft.showPublicAgents}
            onChange={(showPublicAgents) => change({ showPublicAgents })}
          />
          <FeaturedAgents
            agents={agents}
            featuredIds={draft.featuredAgentIds}
            onChange={(featuredAgentIds) => change({ featuredAgentIds })}
          />
        </div>
      </Card>
      <Contact state={state} />
      <Card title="For your members" description="What signed-in members can do in the app besides talking.">
        <Checkbox
          name="enableAgentRequests"
          label="Ask your admins for a new agent"
          checked={draft.enableAgentRequests}
          onChange={(enableAgentRequests) => change({ enableAgentRequests })}
        />
        <Checkbox
          name="enableFeedback"
          label="Send feedback to your admins"
          checked={draft.enableFeedback}
          onChange={(enableFeedback) => change({ enableFeedback })}
        />
      </Card>
      <SaveBar isSaved={settings.updatedAt !== null} state={state} />
    </Form>
  )
}

function Texts({ settings, state: { draft, change }, scope }: Pick<Props, 'settings' | 'state' | 'scope'>) {
  return (
    <Card title="Name and texts">
      <div className="flex flex-col gap-5">
        <LogoSetting settings={settings} primaryColor={draft.primaryColor} scope={scope} />
        <TextField
          name="appName"
          label="App name"
          value={draft.appName}
          maxLength={brandedAppLimits.appName}
          autoComplete="off"
          required
          onChange={({ target }) => change({ appName: target.value })}
        />
        <TextField
          name="tagline"
          label="Tagline"
          value={draft.tagline}
          maxLength={brandedAppLimits.tagline}
          autoComplete="off"
          onChange={({ target }) => change({ tagline: target.value })}
        />
        <TextArea
          name="welcomeMessage"
          label="Welcome message"
          value={draft.welcomeMessage}
          rows={4}
          maxLength={brandedAppLimits.welcomeMessage}
          onChange={(welcomeMessage) => change({ welcomeMessage })}
        />
      </div>
    </Card>
  )
}

function Colors({ state: { draft, change } }: { state: DraftState }) {
  return (
    <Card
      title="Colors"
      description="Your dashboard wears the first two as well. Text upon them is white or nearly black, whichever can be read better."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <ColorField
          name="primaryColor"
          label="Primary color"
          defaultValue={draft.primaryColor}
          onChange={(primaryColor) => change({ primaryColor })}
        />
        <ColorField
          name="secondaryColor"
          label="Secondary color"
          defaultValue={draft.secondaryColor}
          onChange={(secondaryColor) => change({ secondaryColor })}
        />
        <ColorField
          name="accentColor"
          label="Accent color"
          defaultValue={draft.accentColor}
          onChange={(accentColor) => change({ accentColor })}
        />
      </div>
    </Card>
  )
}

function Contact({ state: { draft, change } }: { state: DraftState }) {
  return (
    <Card title="Contact" description="How visitors reach you. What is empty is not shown.">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="email"
          label="Email"
          type="email"
          value={draft.email}
          autoComplete="off"
          onChange={({ target }) => change({ email: target.value })}
        />
        <TextField
          name="phone"
          label="Phone"
          type="tel"
          value={draft.phone}
          maxLength={brandedAppLimits.phone}
          autoComplete="off"
          onChange={({ target }) => change({ phone: target.value })}
        />
        <TextField
          name="websiteUrl"
          label="Website"
          inputMode="url"
          value={draft.websiteUrl}
          autoComplete="off"
          onChange={({ target }) => change({ websiteUrl: target.value })}
        />
        <TextField
          name="address"
          label="Address"
          value={draft.address}
          maxLength={brandedAppLimits.address}
          autoComplete="off"
          onChange={({ target }) => change({ address: target.value })}
        />
      </div>
    </Card>
  )
}

function SaveBar({ isSaved, state: { isDirty, reset } }: { isSaved: boolean; state: DraftState }) {
  const saved = isSaved ? 'Everything is saved.' : 'These are suggestions. Nothing is saved yet.'
  return (
    <div className="sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-3 shadow-overlay">
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
