import type { Answer, Call } from '#contract/call.ts'
import { addressOf, refusalOf } from './api.ts'

interface Sending<C> {
  params: C extends Call<infer Names> ? Record<Names, string> : never
  /** The name of the call's field and its file. */
  field: string
  file: File
  /** Gets the share of the file that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file in a form and reports how far it is, which `fetch` cannot.
 *
 * @throws ApiError when the server refuses; an `AbortError` when it is stopped; a `TypeError` when the server cannot be
 *   reached
 */
export function sendFile<C extends Call>(call: C, sending: Sending<C>): Promise<Answer<C>> {
  const { params, field, file, onProgress, signal } = sending
  const form = new FormData()
  form.set(field, file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, addressOf(call, params))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as Answer<C>)
      else reject(refusalOf(call, status, responseText, statusText))
    })
    request.addEventListener('error', () => reject(new TypeError('The file was not sent')))
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
