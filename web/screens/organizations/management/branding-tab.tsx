import { useState } from 'react'
import type { Answer } from '#contract/call.ts'
import { inkOn } from '#contract/organizations/app/brand-colors.ts'
import { changeBranding, type organizationDetails, uploadLogo } from '#contract/organizations/management.ts'
import { longestAddress } from '#contract/web-addresses.ts'
import { useCall } from '#web/client/api.ts'
import { showWriteFailure } from '#web/client/failure.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { PictureButtons, pictureFailure } from '#web/client/pictures/picture-buttons.tsx'
import { Card } from '#web/kit/card.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { ColorField } from '#web/screens/organizations/brand/color-field.tsx'
import { OrganizationMark } from '#web/screens/organizations/mark.tsx'

export type Details = Answer<typeof organizationDetails>

interface Props {
  organization: Details['organization']
}

/** How the organization looks: admins change it and see the result right away (S421, S508, S509, D136, D137). */
export default function BrandingTab({ details: { organization, role } }: { details: Details }) {
  if (role !== 'admin') {
    return (
      <Card title="Branding" description="How the organization looks to its members.">
        <BrandPreview organization={organization} />
      </Card>
    )
  }
  return (
    <Card title="Branding" description="How the organization looks to its members, on its dashboard and in its app.">
      <div className="flex flex-col gap-6">
        <LogoButtons organization={organization} />
        {/* A new logo resets the form, because its address field may be out of date. */}
        <BrandingForm key={organization.logoUrl} organization={organization} />
      </div>
    </Card>
  )
}

function BrandingForm({ organization }: Props) {
  const { id, logoUrl, primaryColor, secondaryColor, websiteUrl } = organization
  const upload = logoUrl?.startsWith('/') ? logoUrl : ''
  return (
    <CallForm
      label="Branding"
      call={changeBranding}
      at={{ params: { organizationId: String(id) } }}
      known={{ logoUrl: logoUrl ?? '', primaryColor, secondaryColor, websiteUrl: websiteUrl ?? '' }}
      words={{ websiteUrl: { label: 'Website (optional)' } }}
      slots={{
        logoUrl: (start) => <LogoAddress address={start.logoUrl ?? ''} />,
        primaryColor: (start) => (
          <BrandColors
            organization={{
              ...organization,
              primaryColor: start.primaryColor ?? primaryColor,
              secondaryColor: start.secondaryColor ?? secondaryColor,
            }}
          />
        ),
        secondaryColor: null,
      }}
      // An empty field keeps the uploaded picture; an address replaces it.
      toBody={(values) => ({ ...values, logoUrl: values.logoUrl || upload })}
      submit="Save Branding"
      pendingText="Saving…"
    />
  )
}

function LogoAddress({ address }: { address: string }) {
  const isUpload = address.startsWith('/')
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
      defaultValue={isUpload ? '' : address}
      maxLength={longestAddress}
    />
  )
}

/** Both colors next to what they look like. */
function BrandColors({ organization }: Props) {
  const [typed, setTyped] = useState({})
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex flex-col gap-4">
        <ColorField
          name="primaryColor"
          label="Primary color"
          defaultValue={organization.primaryColor}
          onChange={(primaryColor) => setTyped((old) => ({ ...old, primaryColor }))}
        />
        <ColorField
          name="secondaryColor"
          label="Secondary color"
          defaultValue={organization.secondaryColor}
          onChange={(secondaryColor) => setTyped((old) => ({ ...old, secondaryColor }))}
        />
      </div>
      <BrandPreview organization={{ ...organization, ...typed }} />
    </div>
  )
}

/** The logo as a picture: upload, replace, remove (D137, D151). */
function LogoButtons({ organization }: Props) {
  const params = { organizationId: String(organization.id) }
  const upload = useCall(uploadLogo, {
    refused: (error) => showWriteFailure(pictureFailure(error, notUploaded), error),
  })
  const remove = useCall(changeBranding)
  return (
    <div className="flex flex-wrap items-center gap-4">
      <OrganizationMark organization={organization} />
      <div className="flex min-w-0 flex-col gap-2">
        <PictureButtons
          name="Logo"
          isThere={organization.logoUrl !== null}
          isUploading={upload.isPending}
          isRemoving={remove.isPending}
          onChoose={(image) => upload.mutate({ params, body: { image } })}
          onRemove={() => remove.mutate({ params, body: { logoUrl: '' } })}
          hint="JPG, JPEG or PNG, up to 5 MB"
        />
      </div>
    </div>
  )
}

const notUploaded = { title: 'Failed to upload image', text: "The logo hasn't changed. Please try again." }

/** Previews the brand while it is being chosen: the mark, and text on both colors. */
function BrandPreview({ organization }: Props) {
  const { name, primaryColor, secondaryColor } = organization
  return (
    <figure className="flex flex-col gap-4 self-start rounded-card border border-line bg-sunken p-4">
      <div className="flex items-center gap-3">
        <OrganizationMark organization={organization} size="small" />
        <span className="min-w-0 font-semibold break-words">{name}</span>
      </div>
      <Swatch name="Primary" color={primaryColor} />
      <Swatch name="Secondary" color={secondaryColor} />
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
