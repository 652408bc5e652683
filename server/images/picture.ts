import sharp from 'sharp'
import { imageLimits } from '#contract/images/images.ts'
import { Refusal, refuse } from '../kernel/problem.ts'

/** A picture as it is stored, with nothing but its pixels. */
export interface Picture {
  type: 'image/webp'
  bytes: Buffer
}

/** Sizes in pixels of a face or a logo, and of what is shown large. */
const sidePixels = { square: 512, whole: 512, large: 1024 }
const quality = 84
const timeoutSeconds = 10

const signatures = { jpeg: Buffer.from([0xff, 0xd8, 0xff]), png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }

/** `square`: cropped, for faces. `whole` and `large`: all of it in its own proportions, for logos and for cards. */
type Shape = keyof typeof sidePixels

/**
 * Makes a picture from an upload that is a JPG or PNG by its bytes. It is reduced and encoded again, so that neither
 * metadata nor anything hidden behind the pixels stays (D151). Refuses any other file of the field.
 */
export async function makePicture(upload: Buffer, shape: Shape = 'square', field = 'image'): Promise<Picture> {
  // Checked here, so that no other reader of the library ever sees a stranger's bytes.
  const isKnown = Object.values(signatures).some((signature) => upload.subarray(0, signature.length).equals(signature))
  if (!isKnown) refuse('wrong_image_type', { field })
  try {
    const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata()
    if (Math.max(width, height) > imageLimits.maxSidePixels) refuse('image_too_wide', { field })
    const bytes = await sharp(upload, { failOn: 'error', limitInputPixels: imageLimits.maxSidePixels ** 2 })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize(sidePixels[shape], sidePixels[shape], { fit: shape === 'square' ? 'cover' : 'inside' })
      .webp({ quality })
      .toBuffer()
    return { type: 'image/webp', bytes }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('broken_image', { field })
  }
}

/** Returns a picture as text that a page can show by itself. */
export function toDataAddress({ type, bytes }: { type: string; bytes: Buffer }): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}
