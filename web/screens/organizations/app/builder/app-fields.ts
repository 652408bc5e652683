import { brandedAppLimits } from '#contract/organizations/app/branded-app-settings.ts'
import type { Draft } from './draft.ts'

/** The names of the draft's fields that hold this type of value. */
type NameOf<Value> = { [Name in keyof Draft]: Draft[Name] extends Value ? Name : never }[keyof Draft]

/** How a field of the app's form looks; `name` is its name in the draft. */
export type AppField =
  | {
      kind: 'text'
      name: NameOf<string | undefined>
      label: string
      type?: 'email' | 'tel'
      inputMode?: 'url'
      maxLength?: number
      required?: boolean
    }
  | { kind: 'long text'; name: NameOf<string>; label: string; rows: number; maxLength: number }
  | { kind: 'color'; name: 'primaryColor' | 'secondaryColor' | 'accentColor'; label: string }
  | { kind: 'yes or no'; name: NameOf<boolean>; label: string }

export const texts: readonly AppField[] = [
  { kind: 'text', name: 'appName', label: 'App name', maxLength: brandedAppLimits.appName, required: true },
  { kind: 'text', name: 'tagline', label: 'Tagline', maxLength: brandedAppLimits.tagline },
  {
    kind: 'long text',
    name: 'welcomeMessage',
    label: 'Welcome message',
    rows: 4,
    maxLength: brandedAppLimits.welcomeMessage,
  },
]

export const colors: readonly AppField[] = [
  { kind: 'color', name: 'primaryColor', label: 'Primary color' },
  { kind: 'color', name: 'secondaryColor', label: 'Secondary color' },
  { kind: 'color', name: 'accentColor', label: 'Accent color' },
]

export const visitors: readonly AppField[] = [
  { kind: 'yes or no', name: 'showPublicAgents', label: 'Show agents to visitors' },
]

export const contact: readonly AppField[] = [
  { kind: 'text', name: 'email', label: 'Email', type: 'email' },
  { kind: 'text', name: 'phone', label: 'Phone', type: 'tel', maxLength: brandedAppLimits.phone },
  { kind: 'text', name: 'websiteUrl', label: 'Website', inputMode: 'url' },
  { kind: 'text', name: 'address', label: 'Address', maxLength: brandedAppLimits.address },
]

export const members: readonly AppField[] = [
  { kind: 'yes or no', name: 'enableAgentRequests', label: 'Ask your admins for a new agent' },
  { kind: 'yes or no', name: 'enableFeedback', label: 'Send feedback to your admins' },
]
