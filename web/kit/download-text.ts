/** Makes the browser save a text as a file of the given type, such as `text/csv`. */
export function downloadText(text: string, fileName: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser takes the content at the press, so the address can be revoked afterward.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
