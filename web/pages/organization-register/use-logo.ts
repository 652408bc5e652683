import { useEffect, useState } from 'react'
import { imageLimits } from '#contract/images.ts'
import { showFailure, type Failure } from '#web/failure.ts'
import { failures } from '#web/toasts.ts'

export const logoTypes = ['image/jpeg', 'image/png']

export interface Logo {
  file: File | null
  /** Address of the chosen picture in this browser. */
  preview: string | null
  choose: (file: File | null) => void
}

/** The logo that was chosen; one that the server would refuse is refused at once (D151). */
export function useLogo(): Logo {
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null)
  // The address of a picture that is no longer shown is given back.
  useEffect(() => (chosen ? () => URL.revokeObjectURL(chosen.preview) : undefined), [chosen])

  async function judge(file: File): Promise<void> {
    const fault = await faultOf(file)
    if (fault) showFailure(fault)
    else setChosen({ file, preview: URL.createObjectURL(file) })
  }
  return {
    file: chosen?.file ?? null,
    preview: chosen?.preview ?? null,
    choose: (file) => (file ? void judge(file) : setChosen(null)),
  }
}

async function faultOf(file: File): Promise<Failure | null> {
  if (file.size > imageLimits.maxBytes) return failures.photoTooLarge
  if (!logoTypes.includes(file.type)) return failures.photoType
  try {
    const { width, height } = await createImageBitmap(file)
    return Math.max(width, height) > imageLimits.maxSidePixels ? failures.wideImage : null
  } catch {
    return failures.brokenImage
  }
}
