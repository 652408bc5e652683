import { ExternalLink } from 'lucide-react'
import { saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { brandedAppPath } from '#contract/organizations/app/branded-app.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { write, type WriteOptions } from '#web/client/api.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { type Act, ActButtons } from '#web/kit/dialogs/acts.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { Scope } from '#web/screens/organizations/scope.ts'
import type { Settings } from './draft.ts'

interface Props {
  settings: Settings
  /** Whether the form has unsaved changes. */
  isDirty: boolean
  scope: Scope
}

/** Whether everyone can open the app, its address, and what publishing takes (D139, D140). */
export function PublishCard({ settings, isDirty, scope }: Props) {
  const { isActive, canPublish, slug } = settings
  const address = `${window.location.host}${brandedAppPath(slug)}`
  return (
    <Card
      title="Your app"
      description="Your name, colors and agents in an app of your own that people can install."
      aside={<Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Published' : 'Draft'}</Badge>}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="min-w-0 break-all text-muted">{address}</p>
        <div className="flex flex-wrap gap-2">
          <LinkButton
            href={brandedAppPath(slug)}
            newTab
            variant="secondary"
            size="dense"
            icon={<ExternalLink aria-hidden className="size-4" />}
          >
            {isActive ? 'Open App' : 'Preview Draft'}
          </LinkButton>
          <ActButtons acts={[publishing(settings, scope)]} />
        </div>
      </div>
      {isDirty && (isActive || canPublish) && (
        <p className="mt-3 text-sm text-muted">Unsaved changes aren't included.</p>
      )}
      {!canPublish && <Offer settings={settings} />}
    </Card>
  )
}

/** Publishes the app or, after a question, takes it back. */
function publishing({ appName, canPublish, isActive }: Settings, scope: Scope): Act {
  const set = (options: WriteOptions<typeof saveBrandedApp>) =>
    write(saveBrandedApp, { query: scope, body: { isActive: !isActive } }, options)
  if (!isActive) {
    return {
      label: 'Publish',
      isMain: true,
      may: canPublish,
      run: () =>
        set({
          failed: { title: 'Failed to publish your app', text: "It's still a draft. Please try again." },
          told: { title: 'App Published', description: 'Anyone can open and install it now.', tone: 'success' },
        }),
    }
  }
  return {
    label: 'Unpublish',
    ask: {
      title: `Unpublish ${appName}?`,
      text: 'People can no longer open it, even if they installed it. Your settings are kept, and you can publish it again at any time.',
      confirm: 'Unpublish App',
      keep: 'Keep Published',
    },
    run: () =>
      set({
        failed: { title: 'Failed to unpublish your app', text: "It's still published. Please try again." },
        told: { title: 'App Unpublished', description: 'Only your admins can see it now.', tone: 'success' },
      }),
  }
}

/** What publishing costs, for organizations that have not bought it; everything else works without it (D140). */
function Offer({ settings: { offer } }: { settings: Settings }) {
  return (
    <div className="mt-4">
      <Banner
        title="Your package doesn't include the branded app yet"
        actions={
          <LinkButton href={paths.organizationInfo({ to: 'contact' })} variant="secondary">
            Request the App
          </LinkButton>
        }
      >
        Publishing costs ${offer.setupPrice} once and ${offer.monthlyPrice} a month. You can set up, save and preview
        everything before you buy it.
      </Banner>
    </div>
  )
}
