import { useRef, type ChangeEvent } from 'react'
import { imageLimits } from '#contract/images.ts'
import { changeBranding, uploadLogo } from '#contract/organization-management.ts'
import { ApiError } from '#web/api-error.ts'
import { useCall } from '#web/api.ts'
import { OrganizationMark } from '#web/parts/organization-mark.tsx'
import { brandingUpdated, managementFailures } from '#web/management-toasts.ts'
import { failures, showFailure } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { brandReadings } from './brand-readings.ts'
import type { Details } from './organization-view.tsx'

const types = ['image/jpeg', 'image/png']

/** The logo as a picture: choose, replace, remove (D137, D151). */
export function LogoButtons({ organization }: Pick<Details, 'organization'>) {
  const input = useRef<HTMLInputElement>(null)
  const params = { organizationId: String(organization.id) }
  const done = () => showToast(brandingUpdated)
  const upload = useCall(uploadLogo, {
    changes: brandReadings,
    done,
    refused: (error) => showFailure(failureOf(error), error),
  })
  const remove = useCall(changeBranding, { failed: managementFailures.branding, changes: brandReadings, done })

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [image] = event.target.files ?? []
    // The same file can be chosen again.
    event.target.value = ''
    if (!image) return
    if (image.size > imageLimits.maxBytes) return showFailure(failures.photoTooLarge)
    if (!types.includes(image.type)) return showFailure(failures.photoType)
    upload.mutate({ params, body: { image } })
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <OrganizationMark organization={organization} />
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept={types.join()}
            aria-label="Logo"
            tabIndex={-1}
            disabled={upload.isPending}
            onChange={choose}
            className="sr-only"
          />
          <Button
            variant="secondary"
            pending={upload.isPending}
            pendingText="Uploading…"
            onClick={() => input.current?.click()}
          >
            {organization.logoUrl ? 'Change Logo' : 'Upload Logo'}
          </Button>
          {organization.logoUrl && (
            <Button
              variant="secondary"
              pending={remove.isPending}
              pendingText="Removing…"
              onClick={() => remove.mutate({ params, body: { logoUrl: '' } })}
            >
              Remove Logo
            </Button>
          )}
        </div>
        <p className="text-sm text-muted">JPG, JPEG or PNG, up to 5 MB</p>
      </div>
    </div>
  )
}

/** The titles that the error catalogue has for what is wrong with a file. */
function failureOf(error: unknown) {
  if (!(error instanceof ApiError)) return managementFailures.logo
  if (error.status === 413) return failures.photoTooLarge
  return error.code === 'wrong_image_type' ? failures.photoType : managementFailures.logo
}
