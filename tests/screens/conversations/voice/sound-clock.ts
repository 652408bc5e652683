import type { Page } from '@playwright/test'

/** The state of the page, read at once: frames over voice sockets so far, and its audio clock. */
export interface SoundMoment {
  frames: number
  /** The audio clock's time; sound is made and lost by it, whatever the wall clock says. */
  audioSeconds: number
}

/** Remembers the page's sockets and audio clocks from its next document on, for `soundMoment`. */
export async function watchSoundClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const contexts: AudioContext[] = []
    let frames = 0
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        contexts.push(this)
      }
    }
    // oxlint-disable-next-line typescript/unbound-method -- called with its socket below
    const { send } = WebSocket.prototype
    WebSocket.prototype.send = function count(this: WebSocket, data) {
      frames++
      send.call(this, data)
    }
    Object.assign(window, { soundMoment: () => ({ frames, audioSeconds: contexts.at(-1)?.currentTime ?? 0 }) })
  })
}

export function soundMoment(page: Page): Promise<SoundMoment> {
  return page.evaluate(() => (window as unknown as { soundMoment(): SoundMoment }).soundMoment())
}
