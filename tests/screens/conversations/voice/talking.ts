import { expect, type Locator, type Page } from '@playwright/test'
import type { VoiceFault } from '@luna/fake-elevenlabs/voice-fault.ts'
import { url } from '../../fixtures.ts'

/** A free agent of the demo marketplace. */
export const agentName = 'Mindset Coach'

export interface Frame {
  /** When it was sent, in ms. */
  atMs: number
  body: Record<string, unknown>
}

export interface VoiceSocket {
  url: string
  sent: Frame[]
  received: Frame[]
  isClosed: boolean
}

/** Records every voice socket that the page opens from now on, with all its frames. */
export function recordSockets(page: Page): VoiceSocket[] {
  const sockets: VoiceSocket[] = []
  page.on('websocket', (socket) => {
    const record: VoiceSocket = { url: socket.url(), sent: [], received: [], isClosed: false }
    sockets.push(record)
    socket.on('framesent', ({ payload }) => record.sent.push(readFrame(payload)))
    socket.on('framereceived', ({ payload }) => record.received.push(readFrame(payload)))
    socket.on('close', () => (record.isClosed = true))
  })
  return sockets
}

function readFrame(payload: string | Buffer): Frame {
  return { atMs: performance.now(), body: JSON.parse(String(payload)) as Record<string, unknown> }
}

/** Returns the frames of one kind. */
export function ofType(frames: readonly Frame[], type: string): Frame[] {
  return frames.filter(({ body }) => body.type === type)
}

/** Returns the sound that the page sent, frame by frame. */
export function soundOf(frames: readonly Frame[]): { atMs: number; bytes: Buffer; isSilent: boolean }[] {
  return frames.flatMap(({ atMs, body }) => {
    if (typeof body.user_audio_chunk !== 'string') return []
    const bytes = Buffer.from(body.user_audio_chunk, 'base64')
    return [{ atMs, bytes, isSilent: bytes.every((byte) => byte === 0) }]
  })
}

/** Makes the page record from now on what a part of it shows, however briefly. */
export async function recordTexts(page: Page, selector: string): Promise<void> {
  await page.evaluate((part) => {
    const texts: string[] = []
    Object.assign(window, { texts })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll(part)) {
        if (textContent && !texts.includes(textContent)) texts.push(textContent)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, selector)
}

/** Returns what was recorded, in the order in which it was first shown. */
export function recordedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { texts: string[] }).texts)
}

/** Opens the voice dialog of an agent from its card in the marketplace. */
export async function openAgent(page: Page, name = agentName): Promise<Locator> {
  await page.goto(`/marketplace?q=${encodeURIComponent(name)}`)
  await page.getByRole('article', { name }).getByRole('button', { name: 'Use This Agent' }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toContainText('Ready to connect')
  return dialog
}

/** Opens an agent and starts. The conversation is live when this returns. */
export async function startTalking(page: Page, name = agentName): Promise<Locator> {
  const dialog = await openAgent(page, name)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  return dialog
}

/**
 * Opens an agent and starts, as a person who only listens and types: no spoken question interrupts the agent or pushes
 * typed words out of the two lines. The conversation is live when this returns.
 */
export async function startListening(page: Page, name = agentName): Promise<Locator> {
  const dialog = await openAgent(page, name)
  await listenOnly(page)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  return dialog
}

/** Makes something go wrong at the voice provider's stand-in while `act` runs. */
export async function withVoiceFault(fault: VoiceFault, act: () => Promise<void>, name = agentName): Promise<void> {
  await switchStandins({ voiceFaults: { [name]: fault } })
  try {
    await act()
  } finally {
    await switchStandins({ voiceFaults: { [name]: null } })
  }
}

/** Lets the voice provider's stand-in understand spoken words while `act` runs. */
export async function withHearing(act: () => Promise<void>): Promise<void> {
  await switchStandins({ voiceService: { understandsSpeech: true } })
  try {
    await act()
  } finally {
    await switchStandins({ voiceService: { understandsSpeech: false } })
  }
}

async function switchStandins(patch: unknown): Promise<void> {
  const answer = await fetch(`${url}/standins/control.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  })
  if (!answer.ok) throw new Error(`stand-ins: ${answer.status} ${await answer.text()}`)
}

/** Remembers every microphone that the page opens, so that `microphones` can report which are still held. */
export async function watchMicrophones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { microphones: tracks })
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      tracks.push(...stream.getAudioTracks())
      return stream
    }
  })
}

/** Makes every microphone that the page opens from now on silent: its person only listens. */
export async function listenOnly(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(new AudioContext().createMediaStreamDestination().stream)
  })
}

/** Returns the state of each microphone that the page ever opened: `live` or `ended`. */
export function microphones(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (window as unknown as { microphones: MediaStreamTrack[] }).microphones.map((track) => track.readyState),
  )
}
