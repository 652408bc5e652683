import * as luna from '#tests/screens.ts'
import { expect, page, type Person, sql } from '#tests/screens.ts'

/** A free agent of the demo marketplace. */
export const agentName = 'Mindset Coach'

export async function idOfAgent(name: string): Promise<string> {
  const [agent] = await sql<{ id: string }>('select id from agent where name = $1', [name])
  if (!agent) throw new Error(`no agent ${name}`)
  return agent.id
}

/** Lets people accept the voice notice. */
export async function agree(...people: Person[]): Promise<void> {
  for (const person of people) await luna.callAs(person, '/api/account/voice-consent', {})
}

/** Signs the browser in as a new person who has paid and accepted the voice notice. */
export async function becomeTalker(): Promise<Person> {
  const person = await luna.subscriber()
  await luna.enter(person)
  await agree(person)
  return person
}

interface Conversation {
  id: string
  status: string
  end_reason: string | null
  charged_ms: number | null
  resume_of: string | null
}

export function conversationsOf({ id }: Person): Promise<Conversation[]> {
  const columns = 'id, status, end_reason, charged_ms::int, resume_of'
  return sql<Conversation>(`select ${columns} from voice_session where user_id = $1 order by created_at desc`, [id])
}

/** Opens the voice dialog of an agent from its card in the marketplace. */
export async function openAgent(name = agentName, on = page): Promise<luna.Locator> {
  await on.goto(`/marketplace?q=${encodeURIComponent(name)}`)
  await on.getByRole('article', { name }).getByRole('button', { name: 'Use This Agent' }).click()
  const dialog = on.getByRole('dialog', { name })
  await expect(dialog).toContainText('Ready to connect')
  return dialog
}

export async function startTalking(name?: string, on?: luna.Page): Promise<luna.Locator> {
  return start(await openAgent(name, on))
}

/** The same for a person who only listens and types. */
export async function startListening(name?: string, on?: luna.Page): Promise<luna.Locator> {
  const dialog = await openAgent(name, on)
  await listenOnly(on)
  return start(dialog)
}

export async function start(dialog: luna.Locator): Promise<luna.Locator> {
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  return dialog
}

/** Silences every microphone from now on, so that no spoken question interrupts the agent. */
export async function listenOnly(on = page): Promise<void> {
  await on.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(new AudioContext().createMediaStreamDestination().stream)
  })
}

/** Remembers every microphone that the page opens, so that `microphones` can report which are still held. */
export async function watchMicrophones(): Promise<void> {
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

/** Returns the state of each microphone that the page ever opened: `live` or `ended`. */
export function microphones(): Promise<string[]> {
  return page.evaluate(() =>
    (window as unknown as { microphones: MediaStreamTrack[] }).microphones.map((track) => track.readyState),
  )
}
