import { ApiError } from '../api-error.ts'
import type { Failure } from '../failure.ts'
import { failures } from '../toasts.ts'

/** The title that the error catalogue has for what is wrong with a picture; `other` for everything else. */
export function pictureFailure(error: unknown, other: Failure): Failure {
  if (!(error instanceof ApiError)) return other
  if (error.status === 413) return failures.photoTooLarge
  return error.code === 'wrong_image_type' ? failures.photoType : other
}
