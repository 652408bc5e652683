import { useRef, type ComponentProps } from 'react'
import type * as z from 'zod/mini'
import type { Answer } from '#contract/call.ts'
import { knowField } from '#contract/field-words.ts'
import type { organizationAgents } from '#contract/organizations/agents.ts'
import {
  brandedAppLimits,
  saveBrandedApp,
  uploadBrandedAppLogo,
} from '#contract/organizations/app/branded-app-settings.ts'
import { brandedAppPath } from '#contract/organizations/app/branded-app.ts'
import { useCall } from '#web/client/api.ts'
import { showWriteFailure } from '#web/client/failure.ts'
import { PictureButtons, pictureFailure } from '#web/client/pictures/picture-buttons.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import type { FieldErrors } from '#web/kit/fields/form-state.ts'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { ColorField } from '#web/screens/organizations/brand/color-field.tsx'
import type { Scope } from '#web/screens/organizations/scope.ts'
import { AppIcon } from '../app-home.tsx'
import { draftSchema, type DraftState, type Settings, showable } from './draft.ts'
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
          <AppField name="appName" state={state} required />
          <AppField name="tagline" state={state} />
          <AppField name="welcomeMessage" state={state} />
        </div>
      </Card>
      <Card
        title="Colors"
        description="Your dashboard uses the first two as well. Text on them turns light or dark so that it stays readable."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <AppField name="primaryColor" state={state} />
          <AppField name="secondaryColor" state={state} />
          <AppField name="accentColor" state={state} />
        </div>
      </Card>
      <AddressFields settings={settings} state={state} suggestion={suggestion} />
      <Card title="Agents">
        <div className="flex flex-col gap-4">
          <AppField name="showPublicAgents" state={state} />
          <FeaturedAgents
            agents={agents}
            featuredIds={draft.featuredAgentIds}
            onChange={(featuredAgentIds) => change({ featuredAgentIds })}
          />
        </div>
      </Card>
      <Card title="Contact" description="How visitors can reach you. Empty fields aren't shown.">
        <div className="grid gap-5 sm:grid-cols-2">
          <AppField name="email" state={state} type="email" />
          <AppField name="phone" state={state} type="tel" />
          <AppField name="websiteUrl" state={state} inputMode="url" />
          <AppField name="address" state={state} />
        </div>
      </Card>
      <Card title="For your members" description="What signed-in members can do in the app besides talking.">
        <AppField name="enableAgentRequests" state={state} />
        <AppField name="enableFeedback" state={state} />
      </Card>
      <SaveBar isSaved={settings.updatedAt !== null} state={state} />
    </Form>
  )
}

function SaveBar({ isSaved, state: { isDirty, drop } }: { isSaved: boolean; state: DraftState }) {
  const saved = isSaved ? 'All changes are saved.' : 'These are suggestions. Nothing has been saved yet.'
  return (
    <div className="sticky bottom-above-bar large-text:static z-10 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-raised px-4 py-3 shadow-overlay">
      <p role="status" className={isDirty ? 'font-medium' : 'text-muted'}>
        {isDirty ? 'You have unsaved changes.' : saved}
      </p>
      <div className="flex flex-wrap gap-2">
        {isDirty && (
          <Button variant="secondary" onClick={() => drop()}>
            Discard
          </Button>
        )}
        <SubmitButton pendingText="Saving…">Save App</SubmitButton>
      </div>
    </div>
  )
}

type TextLook = Omit<ComponentProps<typeof TextField>, 'name' | 'label' | 'value' | 'onChange'>

interface FieldProps extends TextLook {
  name: keyof typeof draftSchema.shape
  state: DraftState
}

/** A field of the app, whose typing updates the draft at once. */
function AppField({ name, state: { draft, change }, ...look }: FieldProps) {
  const { maxLength, words } = knowField(draftSchema.shape[name])
  const field = { name, label: words?.label ?? name }
  const value = draft[name] ?? ''
  const set = (next: string | boolean) => change({ [name]: next })
  if (typeof value === 'boolean') return <Checkbox {...field} checked={value} onChange={set} />
  if (name.endsWith('Color')) return <ColorField {...field} defaultValue={value} onChange={set} />
  const text = { ...field, value, ...(maxLength !== undefined && { maxLength }) }
  if (words?.kind === 'area') return <TextArea {...text} rows={words.rows ?? 4} onChange={set} />
  return <TextField {...look} {...text} autoComplete="off" onChange={({ target }) => set(target.value)} />
}

interface LogoProps extends Pick<Props, 'settings' | 'scope'> {
  /** The chosen color, saved or not. */
  primaryColor: string
}

const logoUnchanged = "The logo hasn't changed. Please try again."

/** The app's logo: chosen, replaced or removed, effective right away (D137, D151). */
function LogoSetting({ settings, primaryColor, scope }: LogoProps) {
  const button = useRef<HTMLButtonElement>(null)
  const upload = useCall(uploadBrandedAppLogo, {
    refused: (error) =>
      showWriteFailure(pictureFailure(error, { title: 'Failed to upload image', text: logoUnchanged }), error),
  })
  const remove = useCall(saveBrandedApp, {
    failed: { title: 'Failed to remove your logo', text: logoUnchanged },
    told: { title: 'Logo Removed', tone: 'success' },
    // The pressed button disappears with the logo.
    done: () => button.current?.focus(),
  })

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <AppIcon app={{ ...settings, logoUrl: settings.shownLogoUrl, primaryColor }} />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-2">
        <PictureButtons
          name="Logo"
          isThere={settings.logoUrl !== null}
          isUploading={upload.isPending}
          isRemoving={remove.isPending}
          onChoose={(image) => upload.mutate({ query: scope, body: { image } })}
          onRemove={() => void remove.submit({ query: scope, body: { logoUrl: null } })}
          hint={hintOf(settings)}
          button={button}
        />
      </div>
    </div>
  )
}

function hintOf({ logoUrl, shownLogoUrl }: Settings): string {
  const rule = 'JPG, JPEG or PNG, up to 5 MB. Your logo takes effect as soon as you upload it.'
  if (logoUrl) return rule
  return `${rule} ${shownLogoUrl ? "Until then, we show your organization's logo." : 'Until then, we show your initial.'}`
}

/** The address of the app, now and after saving (D138). */
function AddressFields({ settings, state, suggestion }: Pick<Props, 'settings' | 'state' | 'suggestion'>) {
  const { draft, change } = state
  return (
    <Card title="Address">
      <div className="flex flex-col gap-4">
        <AppField
          name="slug"
          state={state}
          autoCapitalize="none"
          spellCheck={false}
          required
          help={
            <span className="break-all">
              {window.location.host}
              {brandedAppPath(draft.slug || settings.slug)}
            </span>
          }
        />
        {suggestion && suggestion !== draft.slug && (
          <Button variant="secondary" size="dense" className="self-start" onClick={() => change({ slug: suggestion })}>
            Use {suggestion}
          </Button>
        )}
        {draft.slug !== settings.slug && (
          <p className="text-sm text-muted">
            For 30 days, {brandedAppPath(settings.slug)} will redirect to the new address. People who installed the app
            need to install it again from there.
          </p>
        )}
        <AppField
          name="customDomain"
          state={state}
          placeholder="app.example.com"
          autoCapitalize="none"
          spellCheck={false}
          help="Available on request. We'll contact you to set it up. Until then, people use the address above."
        />
        {settings.customDomainStatus && (
          <div>
            <Badge tone="warning">On request</Badge>
          </div>
        )}
      </div>
    </Card>
  )
}

interface FeaturedProps extends Pick<Props, 'agents'> {
  featuredIds: readonly string[]
  onChange: (featuredIds: string[]) => void
}

/** Which agents come first in the app, in the order they were chosen (D141). */
function FeaturedAgents({ agents, featuredIds, onChange }: FeaturedProps) {
  const offered = showable(agents)
  if (offered.length === 0) {
    return <EmptyState title="No agents to show">Assign agents on the AI Agents tab first.</EmptyState>
  }
  const isFull = featuredIds.length >= brandedAppLimits.featuredAgents
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Featured agents</legend>
      <p className="mt-1 text-sm text-muted">
        Featured agents come first, in the order you choose them. Private agents are shown only if you feature them.
      </p>
      <ul aria-label="Featured agents" className="mt-2 divide-y divide-line">
        {offered.map(({ agentId, agent, isPrivate }) => {
          const place = featuredIds.indexOf(agentId) + 1
          const isFeatured = place > 0
          return (
            <li key={agentId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <div className="min-w-0 flex-1 basis-48">
                <Checkbox
                  name={`featured-${agentId}`}
                  label={
                    <span className="flex items-center gap-2.5">
                      <span className="w-4 shrink-0 text-right font-medium text-muted tabular">
                        {isFeatured && <span className="sr-only">Position </span>}
                        {isFeatured && <span>{place}</span>}
                      </span>
                      <AgentPicture agent={agent} className="size-6 shrink-0 rounded-control text-xs" />
                      <span className="min-w-0 break-words">{agent.name}</span>
                    </span>
                  }
                  checked={isFeatured}
                  disabled={isFull && !isFeatured}
                  onChange={(checked) =>
                    onChange(checked ? [...featuredIds, agentId] : featuredIds.filter((id) => id !== agentId))
                  }
                />
              </div>
              {isPrivate && <Badge>Private</Badge>}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
