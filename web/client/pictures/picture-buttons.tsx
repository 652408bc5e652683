import { useRef, type ChangeEvent, type ReactNode, type RefObject } from 'react'
import { imageLimits, imageErrors, imageTooLargeText } from '#contract/images/images.ts'
import { showFailure, type Failure } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { ApiError } from '../api-error.ts'

const types = ['image/jpeg', 'image/png']

interface Props {
  name: 'Photo' | 'Logo' | 'Picture'
  /** The name of the control for files; by default the same. */
  label?: string
  /** The name of the input in its form. */
  field?: string
  /** Whether there is a picture to change or remove. */
  isThere: boolean
  isUploading?: boolean
  isRemoving?: boolean
  /** Gets a file of an accepted size and type (D151). */
  onChoose: (image: File) => void
  onRemove: () => void
  hint: ReactNode
  /** The button that stays after the picture is removed. */
  button?: RefObject<HTMLButtonElement | null>
}

/** Chooses, replaces and removes a picture (D25, D137, D151). */
export function PictureButtons(props: Props) {
  const { name, label = name, field, isThere, isUploading = false, isRemoving = false } = props
  const { onChoose, onRemove, hint, button } = props
  const input = useRef<HTMLInputElement>(null)

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [image] = event.target.files ?? []
    // Lets the same file be chosen again.
    event.target.value = ''
    if (!image) return
    if (image.size > imageLimits.maxBytes) return showFailure(pictureFailures.tooLarge)
    if (!types.includes(image.type)) return showFailure(pictureFailures.type)
    onChoose(image)
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          name={field}
          accept={types.join()}
          aria-label={label}
          tabIndex={-1}
          // One upload at a time, so that an earlier choice cannot overtake a later one.
          disabled={isUploading}
          onChange={choose}
          className="sr-only"
        />
        <Button
          ref={button}
          variant="secondary"
          pending={isUploading}
          pendingText="Uploading…"
          onClick={() => input.current?.click()}
        >
          {isThere ? `Change ${name}` : `Upload ${name}`}
        </Button>
        {isThere && (
          <Button variant="secondary" pending={isRemoving} pendingText="Removing…" onClick={onRemove}>
            {`Remove ${name}`}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">{hint}</p>
    </>
  )
}

/** What could not be done, word for word as specified. */
const pictureFailures = {
  tooLarge: { title: 'File too large', text: imageTooLargeText },
  type: { title: 'Invalid file type', text: imageErrors.wrong_image_type[1] },
} as const satisfies Record<string, Failure>

/** Returns the error catalogue's failure for a rejected picture; `other` for everything else. */
export function pictureFailure(error: unknown, other: Failure): Failure {
  if (!(error instanceof ApiError)) return other
  if (error.status === 413) return pictureFailures.tooLarge
  return error.code === 'wrong_image_type' ? pictureFailures.type : other
}
