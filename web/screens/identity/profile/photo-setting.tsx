import { useRef } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { changePhoto, removePhoto } from '#contract/identity/profile.ts'
import { useCall } from '#web/client/api.ts'
import { setMe } from '#web/client/me.ts'
import { Face } from '#web/kit/face.tsx'
import { PictureButtons } from '#web/client/pictures/picture-buttons.tsx'
import { pictureFailure } from '#web/client/pictures/picture-failure.ts'
import { showWriteFailure } from '#web/client/failure.ts'
import { profileFailures, profileSuccesses } from './toasts.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

/** The user's photo: choose, replace, remove (D25, D151). */
export function PhotoSetting({ user }: { user: Me }) {
  const button = useRef<HTMLButtonElement>(null)
  const change = useCall(changePhoto, {
    done: async (changed) => {
      await setMe(changed)
      showToast(profileSuccesses.photoSaved)
    },
    refused: (error) => showWriteFailure(pictureFailure(error, profileFailures.photo), error),
  })
  const remove = useCall(removePhoto, {
    failed: profileFailures.removePhoto,
    done: async (changed) => {
      // The pressed button disappears with the photo.
      button.current?.focus()
      await setMe(changed)
      showToast(profileSuccesses.photoRemoved)
    },
  })

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Face url={user.profileImageUrl} size="large" />
      <div className="flex flex-col gap-2">
        <PictureButtons
          name="Photo"
          isThere={user.profileImageUrl !== null}
          isUploading={change.isPending}
          isRemoving={remove.isPending}
          onChoose={(image) => change.mutate({ body: { image } })}
          onRemove={() => remove.mutate()}
          hint="JPG, JPEG or PNG, up to 5 MB"
          button={button}
        />
      </div>
    </div>
  )
}
