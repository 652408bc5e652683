import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { uploadImage } from '#contract/images/uploads.ts'
import { useCall } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { PictureButtons, pictureFailure } from '#web/client/pictures/picture-buttons.tsx'
interface Props {
  /** The URL of the present picture; null if there is none. */
  start: string | null
  /** Called when an upload starts and ends; the form must wait for it. */
  onBusy: (isBusy: boolean) => void
}

const notUploaded = { title: 'Failed to upload image', text: 'Please try again.' }

/** The agent's picture, uploaded as soon as it is chosen and shown as on its card (S427, D151). */
export function PictureField({ start, onBusy }: Props) {
  const [url, setUrl] = useState(start)
  const button = useRef<HTMLButtonElement>(null)
  const upload = useCall(uploadImage, {
    done: (kept) => setUrl(kept.url),
    refused: (error) => showFailure(pictureFailure(error, notUploaded), error),
  })

  async function choose(image: File) {
    onBusy(true)
    await upload.submit({ body: { image } })
    onBusy(false)
  }

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
          <input type="hidden" name="imageUrl" value={url ?? ''} />
          <PictureButtons
            name="Picture"
            label="Picture of the agent"
            isThere={url !== null}
            isUploading={upload.isPending}
            onChoose={(image) => void choose(image)}
            onRemove={remove}
            hint="JPG, JPEG or PNG, up to 5 MB"
            button={button}
          />
        </div>
      </div>
    </div>
  )
}
