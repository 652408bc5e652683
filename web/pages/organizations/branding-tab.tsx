import { useState } from 'react'
import type * as z from 'zod/mini'
import { brandingForm, changeBranding } from '#contract/organization-management.ts'
import { longestAddress } from '#contract/web-addresses.ts'
import { useCall } from '#web/api.ts'
import { inkOn } from '#contract/brand-colors.ts'
import { ColorField } from '#web/parts/color-field.tsx'
import { OrganizationMark } from '#web/parts/organization-mark.tsx'
import { brandingUpdated, managementFailures } from '#web/management-toasts.ts'
import { Card } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { brandReadings } from '#web/brand-readings.ts'
import { LogoButtons } from './logo-buttons.tsx'
import type { Details, TabProps } from './organization-view.tsx'

/** How the organization looks: its admins change it and see it at once (S421, S508, S509, D136, D137). */
export function BrandingTab({ details: { organization, role } }: TabProps) {
  const { primaryColor, secondaryColor } = organization
  if (role !== 'admin') {
    return (
      <Card title="Branding" description="How the organization looks to its people.">
        <BrandPreview organization={organization} colors={{ primaryColor, secondaryColor }} />
      </Card>
    )
  }
  // A new logo begins the form anew: what its field holds may no longer be the logo.
  return <BrandingForm key={organization.logoUrl} organization={organization} />
}

function BrandingForm({ organization }: Pick<Details, 'organization'>) {
  const { id, logoUrl, primaryColor, secondaryColor, websiteUrl } = organization
  const [colors, setColors] = useState({ primaryColor, secondaryColor })
  const isUpload = logoUrl?.startsWith('/') ?? false
  const save = useCall(changeBranding, {
    failed: managementFailures.branding,
    changes: brandReadings,
    done: () => showToast(brandingUpdated),
  })

  function submit({ logoUrl: typed, ...rest }: z.output<typeof brandingForm>) {
    // An empty field says nothing against the uploaded picture.
    const body = isUpload && typed === '' ? rest : { ...rest, logoUrl: typed }
    return save.submit({ params: { organizationId: String(id) }, body })
  }

  return (
    <Card title="Branding" description="How the organization looks to its people, on its dashboard and in its app.">
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex flex-col gap-6">
          <LogoButtons organization={organization} />
          <Form aria-label="Branding" schema={brandingForm} onSubmit={submit} className="flex flex-col gap-4">
            <TextField
              name="logoUrl"
              label="Logo address (optional)"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              help={isUpload ? 'An address takes the place of the uploaded picture.' : 'JPG or PNG, by https.'}
              defaultValue={isUpload ? '' : (logoUrl ?? '')}
              maxLength={longestAddress}
            />
            <ColorField
              name="primaryColor"
              label="Primary color"
              defaultValue={primaryColor}
              onChange={(color) => setColors((old) => ({ ...old, primaryColor: color }))}
            />
            <ColorField
              name="secondaryColor"
              label="Secondary color"
              defaultValue={secondaryColor}
              onChange={(color) => setColors((old) => ({ ...old, secondaryColor: color }))}
            />
            <TextField
              name="websiteUrl"
              label="Website (optional)"
              inputMode="url"
              autoComplete="url"
              defaultValue={websiteUrl ?? ''}
              maxLength={longestAddress}
            />
            <div>
              <SubmitButton pendingText="Saving…">Save Branding</SubmitButton>
            </div>
          </Form>
        </div>
        <BrandPreview organization={organization} colors={colors} />
      </div>
    </Card>
  )
}

interface PreviewProps extends Pick<Details, 'organization'> {
  colors: { primaryColor: string; secondaryColor: string }
}

/** The brand as it is being chosen: mark, and text on both colours. */
function BrandPreview({ organization, colors }: PreviewProps) {
  return (
    <figure className="flex flex-col gap-4 self-start rounded-card border border-line bg-sunken p-4">
      <div className="flex items-center gap-3">
        <OrganizationMark organization={{ ...organization, ...colors }} size="small" />
        <span className="min-w-0 font-semibold break-words">{organization.name}</span>
      </div>
      <Swatch name="Primary" color={colors.primaryColor} />
      <Swatch name="Secondary" color={colors.secondaryColor} />
      <figcaption className="text-sm text-muted">Text is white or dark, whichever reads better.</figcaption>
    </figure>
  )
}

function Swatch({ name, color }: { name: string; color: string }) {
  return (
    <span
      className="flex h-11 items-center justify-between rounded-control px-3 font-medium"
      style={{ backgroundColor: color, color: inkOn(color).ink }}
    >
      <span>{name}</span>
      <span className="tabular">{color}</span>
    </span>
  )
}
