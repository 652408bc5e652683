import { changeBranding, uploadLogo } from '#contract/organizations/management.ts'
import { useCall } from '#web/client/api.ts'
import { OrganizationMark } from '#web/screens/organizations/mark.tsx'
import { brandingUpdated, managementFailures } from '#web/screens/organizations/management-toasts.ts'
import { PictureButtons } from '#web/client/pictures/picture-buttons.tsx'
import { pictureFailure } from '#web/client/pictures/picture-failure.ts'
import { showWriteFailure } from '#web/client/failure.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { Details } from './details.ts'

/** The logo as a picture: upload, replace, remove (D137, D151). */
export function LogoButtons({ organization }: Pick<Details, 'organization'>) {
  const params = { organizationId: String(organization.id) }
  const done = () => showToast(brandingUpdated)
  const upload = useCall(uploadLogo, {
    done,
    refused: (error) => showWriteFailure(pictureFailure(error, managementFailures.logo), error),
  })
  const remove = useCall(changeBranding, { failed: managementFailures.branding, done })

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
