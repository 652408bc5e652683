import { useEffect, useRef, useState } from 'react'
import { imageLimits } from '#contract/images/images.ts'
import { showFailure, type Failure } from '#web/client/failure.ts'
import { failures } from '#web/client/toasts.ts'
import { registrationFailures } from './toasts.ts'

export const logoTypes = ['image/jpeg', 'image/png']

export interface Logo {
  file: File | null
  /** The address of the chosen picture in this browser. */
  preview: string | null
  choose: (file: File | null) => void
  /** Resolves to the last choice once it has been checked. */
  judged: () => Promise<File | null>
}

/** Returns the chosen logo; one that the server would refuse is refused right away (D151). */
export function useLogo(): Logo {
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null)
  // Releases the address of a picture that is no longer shown.
  useEffect(() => (chosen ? () => URL.revokeObjectURL(chosen.preview) : undefined), [chosen])

  // The form may be sent while a picture is still being checked.
  const last = useRef<Promise<File | null>>(Promise.resolve(null))
  async function judge(file: File | null, before: Promise<File | null>): Promise<File | null> {
    const fault = file && (await faultOf(file))
    if (fault) {
      showFailure(fault)
      return before
    }
    setChosen(file && { file, preview: URL.createObjectURL(file) })
    return file
  }
  return {
    file: chosen?.file ?? null,
    preview: chosen?.preview ?? null,
    choose: (file) => (last.current = judge(file, last.current)),
    judged: () => last.current,
  }
}

async function faultOf(file: File): Promise<Failure | null> {
  if (file.size > imageLimits.maxBytes) return failures.photoTooLarge
  if (!logoTypes.includes(file.type)) return failures.photoType
  try {
    const { width, height } = await createImageBitmap(file)
    return Math.max(width, height) > imageLimits.maxSidePixels ? registrationFailures.wideImage : null
  } catch {
    return registrationFailures.brokenImage
  }
}
