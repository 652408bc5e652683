import { ImageUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { imageLimits } from '#contract/images/images.ts'
import { uploadImage } from '#contract/images/uploads.ts'
import { ApiError } from '#web/client/api-error.ts'
import { useCall } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { failures } from '#web/client/toasts.ts'
import { Button } from '#web/kit/button.tsx'

const types = ['image/jpeg', 'image/png']

interface Props {
  /** The URL of the present picture; null if there is none. */
  start: string | null
  /** Called when an upload starts and ends; the form must wait for it. */
  onBusy: (isBusy: boolean) => void
}

/** The agent's picture, uploaded as soon as it is chosen and shown as on its card (S427, D151). */
export function PictureField({ start, onBusy }: Props) {
  const [url, setUrl] = useState(start)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { choose, isPending } = useUpload(setUrl, onBusy)

  function remove() {
    // The focused button disappears with the picture.
    button.current?.focus()
    setUrl(null)
  }

  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">Picture</p>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex aspect-video w-40 items-center justify-center overflow-hidden rounded-card border border-line bg-sunken">
          {url ? (
            <img src={url} alt="Preview" className="size-full object-cover" />
          ) : (
            <ImageUp aria-hidden className="size-6 text-muted" />
          )}
        </div>
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <input type="hidden" name="imageUrl" value={url ?? ''} />
            <input
              ref={input}
              type="file"
              accept={types.join()}
              aria-label="Picture of the agent"
              tabIndex={-1}
              disabled={isPending}
              onChange={(event) => void choose(event)}
              className="sr-only"
            />
            <Button
              ref={button}
              variant="secondary"
              pending={isPending}
              pendingText="Uploading…"
              onClick={() => input.current?.click()}
            >
              {url ? 'Change Picture' : 'Upload Picture'}
            </Button>
            {url && (
              <Button variant="secondary" onClick={remove}>
                Remove Picture
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">JPG, JPEG or PNG, up to 5 MB</p>
        </div>
      </div>
    </div>
  )
}

const uploadFailure = { title: 'Failed to upload image', text: 'Please try again.' }

function useUpload(onUploaded: (url: string) => void, onBusy: Props['onBusy']) {
  const upload = useCall(uploadImage, {
    done: (kept) => onUploaded(kept.url),
    refused: (error) => showFailure(failureOf(error), error),
  })

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [image] = event.target.files ?? []
    // Lets the same file be chosen again.
    event.target.value = ''
    if (!image) return
    if (image.size > imageLimits.maxBytes) return showFailure(failures.photoTooLarge)
    if (!types.includes(image.type)) return showFailure(failures.photoType)
    onBusy(true)
    await upload.submit({ body: { image } })
    onBusy(false)
  }

  return { choose, isPending: upload.isPending }
}

/** Returns the error catalogue's toast for a problem with a file. */
function failureOf(error: unknown) {
  if (!(error instanceof ApiError)) return uploadFailure
  if (error.status === 413) return failures.photoTooLarge
  return error.code === 'wrong_image_type' ? failures.photoType : uploadFailure
}
