import { useState } from 'react'
import { brandingForm, changeBranding } from '#contract/organizations/management.ts'
import { longestAddress } from '#contract/web-addresses.ts'
import { useCall } from '#web/client/api.ts'
import { inkOn } from '#contract/organizations/app/brand-colors.ts'
import { ColorField } from '#web/screens/organizations/brand/color-field.tsx'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { OrganizationMark } from '#web/screens/organizations/mark.tsx'
import { brandingUpdated, managementFailures } from '#web/screens/organizations/management-toasts.ts'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { LogoButtons } from './logo-buttons.tsx'
import type { Details, TabProps } from './details.ts'

/** How the organization looks: admins change it and see the result right away (S421, S508, S509, D136, D137). */
export function BrandingTab({ details: { organization, role } }: TabProps) {
  const { primaryColor, secondaryColor } = organization
  if (role !== 'admin') {
    return (
      <Card title="Branding" description="How the organization looks to its members.">
        <BrandPreview organization={organization} colors={{ primaryColor, secondaryColor }} />
      </Card>
    )
  }
  // A new logo resets the form, because its address field may be out of date.
  return <BrandingForm key={organization.logoUrl} organization={organization} />
}

interface Colors {
  primaryColor: string
  secondaryColor: string
}

const labels = {
  logoUrl: 'Logo',
  primaryColor: 'Primary color',
  secondaryColor: 'Secondary color',
  websiteUrl: 'Website',
}

function BrandingForm({ organization }: Pick<Details, 'organization'>) {
  const form = useBranding(organization)
  // The preview shows typed colors until the form is reset.
  const [typed, setTyped] = useState<{ version: number } & Partial<Colors>>({ version: 0 })
  const { primaryColor, secondaryColor } = { ...form.base, ...(typed.version === form.version && typed) }
  const show = (more: Partial<Colors>) =>
    setTyped((old) => ({ ...(old.version === form.version && old), ...more, version: form.version }))

  return (
    <Card title="Branding" description="How the organization looks to its members, on its dashboard and in its app.">
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex flex-col gap-6">
          <LogoButtons organization={organization} />
          <Form
            key={form.version}
            aria-label="Branding"
            schema={brandingForm}
            onSubmit={(values) => form.submit({ ...form.base, ...values })}
            className="flex flex-col gap-4"
          >
            <LogoAddress address={form.base.logoUrl} isUpload={organization.logoUrl?.startsWith('/') ?? false} />
            <ColorField
              name="primaryColor"
              label={labels.primaryColor}
              defaultValue={form.base.primaryColor}
              onChange={(color) => show({ primaryColor: color })}
            />
            <ColorField
              name="secondaryColor"
              label={labels.secondaryColor}
              defaultValue={form.base.secondaryColor}
              onChange={(color) => show({ secondaryColor: color })}
            />
            <TextField
              name="websiteUrl"
              label="Website (optional)"
              inputMode="url"
              autoComplete="url"
              defaultValue={form.base.websiteUrl}
              maxLength={longestAddress}
            />
            <div>
              <SubmitButton pendingText="Saving…">Save Branding</SubmitButton>
            </div>
          </Form>
        </div>
        <BrandPreview organization={organization} colors={{ primaryColor, secondaryColor }} />
      </div>
      {form.question}
    </Card>
  )
}

function LogoAddress({ address, isUpload }: { address: string; isUpload: boolean }) {
  return (
    <TextField
      name="logoUrl"
      label="Logo address (optional)"
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
      help={
        isUpload
          ? 'If you enter an address, it replaces the uploaded picture.'
          : 'The https address of a JPG or PNG picture.'
      }
      defaultValue={address}
      maxLength={longestAddress}
    />
  )
}

function useBranding(organization: Details['organization']) {
  const { id, logoUrl } = organization
  const isUpload = logoUrl?.startsWith('/') ?? false
  const save = useCall(changeBranding, {
    failed: managementFailures.branding,
    done: () => showToast(brandingUpdated),
  })

  return useChangedFields({
    known: inForm(organization),
    labels,
    save: async (change, began) => {
      // An empty field keeps the uploaded picture; an address replaces it.
      const before = isUpload && began.logoUrl === '' ? { ...began, logoUrl } : began
      const params = { organizationId: String(id) }
      return inForm(await save.mutateAsync({ params, body: { ...change, before } }))
    },
    unchanged: () => showToast(brandingUpdated),
  })
}

/** The form shows no address for an uploaded picture. */
function inForm({ logoUrl, primaryColor, secondaryColor, websiteUrl }: Details['organization']) {
  const address = logoUrl?.startsWith('/') ? '' : (logoUrl ?? '')
  return { logoUrl: address, primaryColor, secondaryColor, websiteUrl: websiteUrl ?? '' }
}

interface PreviewProps extends Pick<Details, 'organization'> {
  colors: Colors
}

/** Previews the brand while it is being chosen: the mark, and text on both colors. */
function BrandPreview({ organization, colors }: PreviewProps) {
  return (
    <figure className="flex flex-col gap-4 self-start rounded-card border border-line bg-sunken p-4">
      <div className="flex items-center gap-3">
        <OrganizationMark organization={{ ...organization, ...colors }} size="small" />
        <span className="min-w-0 font-semibold break-words">{organization.name}</span>
      </div>
      <Swatch name="Primary" color={colors.primaryColor} />
      <Swatch name="Secondary" color={colors.secondaryColor} />
      <figcaption className="text-sm text-muted">Text turns light or dark so that it stays readable.</figcaption>
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
