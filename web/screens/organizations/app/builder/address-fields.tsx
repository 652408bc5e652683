import { brandedAppPath } from '#contract/organizations/app/branded-app.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { Settings } from './draft.ts'
import type { DraftState } from './use-draft.ts'

interface Props {
  settings: Settings
  state: DraftState
  /** A free address when the chosen one is taken. */
  suggestion: string | null
}

/** The address of the app, now and after saving (D138). */
export function AddressFields({ settings, state: { draft, change }, suggestion }: Props) {
  return (
    <Card title="Address">
      <div className="flex flex-col gap-5">
        <div className="flex flex-col items-start gap-2">
          <div className="w-full">
            <TextField
              name="slug"
              label="App URL"
              value={draft.slug}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              help={
                <span className="break-all">
                  {window.location.host}
                  {brandedAppPath(draft.slug || settings.slug)}
                </span>
              }
              onChange={({ target }) => change({ slug: target.value })}
            />
          </div>
          {suggestion && suggestion !== draft.slug && (
            <Button variant="secondary" size="dense" onClick={() => change({ slug: suggestion })}>
              Use {suggestion}
            </Button>
          )}
          {draft.slug !== settings.slug && (
            <p className="text-sm text-muted">
              For 30 days, {brandedAppPath(settings.slug)} will redirect to the new address. People who installed the
              app need to install it again from there.
            </p>
          )}
        </div>
        <div className="flex flex-col items-start gap-2">
          <div className="w-full">
            <TextField
              name="customDomain"
              label="Custom domain"
              value={draft.customDomain}
              placeholder="app.example.com"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              help="Available on request. We'll contact you to set it up. Until then, people use the address above."
              onChange={({ target }) => change({ customDomain: target.value })}
            />
          </div>
          {settings.customDomainStatus && <Badge tone="warning">On request</Badge>}
        </div>
      </div>
    </Card>
  )
}
