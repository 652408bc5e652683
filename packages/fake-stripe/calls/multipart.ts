import type { Form } from './params.ts'

/** Reads a form with one file (multipart/form-data) like other parameters; of the file, its name, type and size. */
export function parseMultipart(body: Buffer, contentType: string): Form {
  const form: Form = Object.create(null)
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(contentType)
  const mark = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  // Latin 1 keeps every byte as one character, so that lengths are right.
  for (const part of body.toString('latin1').split(mark).slice(1, -1)) {
    const [head = '', ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n')
    const value = rest.join('\r\n\r\n').replace(/\r\n$/, '')
    const name = / name="([^"]*)"/.exec(head)?.[1] ?? ''
    const file = /filename="([^"]*)"/.exec(head)?.[1]
    const type = /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? ''
    form[name] = file === undefined ? value : { name: file, type, size: String(value.length) }
  }
  return form
}
