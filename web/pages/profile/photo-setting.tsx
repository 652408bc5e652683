import { useRef, type ChangeEvent } from 'react'
import { imageLimits } from '#contract/images.ts'
import type { Me } from '#contract/people.ts'
import { changePhoto, removePhoto } from '#contract/profile.ts'
import { ApiError } from '#web/api-error.ts'
import { useCall } from '#web/api.ts'
import { setMe } from '#web/me.ts'
import { Face } from '#web/parts/face.tsx'
import { failures, showFailure, successes } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'

const types = ['image/jpeg', 'image/png']

/** The own photo: choose, replace, remove (D25, D151). */
export function PhotoSetting({ user }: { user: Me }) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const change = useCall(changePhoto, {
    done: async (changed) => {
      await setMe(changed)
      showToast(successes.photoSaved)
    },
    refused: (error) => showFailure(failureOf(error), error),
  })
  const remove = useCall(removePhoto, {
    failed: failures.removePhoto,
    done: async (changed) => {
      // The pressed button goes away with the photo.
      button.current?.focus()
      await setMe(changed)
      showToast(successes.photoRemoved)
    },
  })

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [image] = event.target.files ?? []
    // The same file can be chosen again.
    event.target.value = ''
    if (!image) return
    if (image.size > imageLimits.maxBytes) return showFailure(failures.photoTooLarge)
    if (!types.includes(image.type)) return showFailure(failures.photoType)
    change.mutate({ body: { image } })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Face url={user.profileImageUrl} size="large" />
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept={types.join()}
            aria-label="Photo"
            tabIndex={-1}
            // One upload at a time: what is chosen later must not be overtaken by what was chosen before.
            disabled={change.isPending}
            onChange={choose}
            className="sr-only"
          />
          <Button
            ref={button}
            variant="secondary"
            pending={change.isPending}
            pendingText="Uploading…"
            onClick={() => input.current?.click()}
          >
            {user.profileImageUrl ? 'Change Photo' : 'Upload Photo'}
          </Button>
          {user.profileImageUrl && (
            <Button
              variant="secondary"
              pending={remove.isPending}
              pendingText="Removing…"
              onClick={() => remove.mutate()}
            >
              Remove Photo
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
  if (!(error instanceof ApiError)) return failures.photo
  if (error.status === 413) return failures.photoTooLarge
  return error.code === 'wrong_image_type' ? failures.photoType : failures.photo
}
