/** Runs in the page: uploads go to the test, too, and half of the file counts as sent at once. */
export function replaceUploads(): void {
  class Replaced extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    statusText = ''
    responseText = ''
    readonly #stop = new AbortController()
    #method = ''
    #url = ''

    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }

    send(body: FormData): void {
      this.#report(1)
      fetch(this.#url, { method: this.#method, body, signal: this.#stop.signal })
        .then(async (answer) => {
          this.responseText = await answer.text()
          this.status = answer.status
          this.#report(2)
          this.dispatchEvent(new ProgressEvent('load'))
        })
        .catch(() => this.dispatchEvent(new ProgressEvent(this.#stop.signal.aborted ? 'abort' : 'error')))
    }

    abort(): void {
      this.#stop.abort()
    }

    #report(loaded: number): void {
      this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 2 }))
    }
  }

  window.XMLHttpRequest = Replaced as unknown as typeof XMLHttpRequest
}
