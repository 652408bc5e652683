import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { brandedAppSettings, saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { brandedAppPath } from '#contract/organizations/app/branded-app.ts'
import { keyOf, useCall } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { appFailures, appSuccesses } from '#web/screens/organizations/app/toasts.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button, buttonClasses } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { Scope } from '#web/screens/organizations/scope.ts'
import { type Settings } from './draft.ts'

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
          <a
            href={brandedAppPath(slug)}
            target="_blank"
            rel="noopener"
            className={`${buttonClasses({ variant: 'secondary' })} gap-2`}
          >
            <ExternalLink aria-hidden className="size-4" />
            <span>{isActive ? 'Open App' : 'Preview Draft'}</span>
            <span className="sr-only">(opens in a new tab)</span>
          </a>
          {isActive && <Unpublish appName={settings.appName} scope={scope} />}
          {!isActive && canPublish && <Publish scope={scope} />}
        </div>
      </div>
      {isDirty && (isActive || canPublish) && (
        <p className="mt-3 text-sm text-muted">Unsaved changes aren't included.</p>
      )}
      {!canPublish && <Offer settings={settings} />}
    </Card>
  )
}

function Publish({ scope }: { scope: Scope }) {
  const client = useQueryClient()
  const publish = useCall(saveBrandedApp, {
    failed: appFailures.publish,
    done: () => showToast(appSuccesses.published),
    // The price may change while the page is open; the screen then shows the new one.
    refused: () => void client.invalidateQueries({ queryKey: keyOf(brandedAppSettings) }),
  })
  return (
    <Button
      pending={publish.isPending}
      pendingText="Publishing…"
      onClick={() => void publish.submit({ query: scope, body: { isActive: true } })}
    >
      Publish
    </Button>
  )
}

function Unpublish({ appName, scope }: { appName: string; scope: Scope }) {
  const [isAsked, setAsked] = useState(false)
  const unpublish = useCall(saveBrandedApp, {
    failed: appFailures.unpublish,
    done: () => showToast(appSuccesses.unpublished),
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setAsked(true)}>
        Unpublish
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={`Unpublish ${appName}?`}
        confirmLabel="Unpublish App"
        keepLabel="Keep Published"
        onConfirm={() => unpublish.mutateAsync({ query: scope, body: { isActive: false } }).catch(() => undefined)}
      >
        People can no longer open it, even if they installed it. Your settings are kept, and you can publish it again at
        any time.
      </ConfirmDialog>
    </>
  )
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
