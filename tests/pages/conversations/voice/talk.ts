import type { Locator, WebSocketRoute } from '@playwright/test'
import { type Agent, agentPage, agents } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { endConversation, startConversation } from '#contract/conversations/voice.ts'
import type { ClientMessage, EndReason, ServerMessage } from '#contract/conversations/voice-socket.ts'
import { as, expect, type FakeServer, page, type Page, server, subscriberMe } from '#tests/pages.ts'
import { coach as anyCoach } from '../../agents/agents.ts'
import { serveDashboard, talk } from '../home.ts'

export const coach = {
  ...anyCoach,
  id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f60',
  imageUrl: null,
} satisfies Agent

/** What the coach says, and what people ask. */
export const spoken = {
  managesDocuments: false,
  firstMessage: 'Hello. What is on your mind?',
  sampleConversation: ['Where do I start?', 'What holds me back?', 'How do I go on?', 'When am I done?'].map(
    (question) => ({ question, answer: 'Let us see.', audioUrl: null, sound: null, questionSound: null }),
  ),
}

const sessionId = '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f61'

/** A conversation that its person has just ended. */
export const endedSession = {
  ...talk('Mindset Coach', 1, 12),
  id: sessionId,
  agentId: coach.id,
  agentImageUrl: null,
} satisfies Answer<typeof endConversation>

/** The gateway's side of every conversation of one page: what the page sends, and what it receives. */
export class Line {
  /** Everything except sound and pongs that the page sent over all its sockets. */
  readonly sent: ClientMessage[] = []
  /** Each frame of sound that the page sent. */
  readonly sounds: ('heard' | 'silent')[] = []
  #sockets: WebSocketRoute[] = []
  #frames = 0

  /** What the gateway says as soon as the page has introduced itself. */
  opening: ServerMessage[] = [
    {
      type: 'conversation_initiation_metadata',
      conversation_initiation_metadata_event: { conversation_id: 'conv_1', agent_output_audio_format: 'pcm_16000' },
    },
    { type: 'session_tick', session_tick_event: { used_seconds: 0, seconds_left: 200, bound: 'balance' } },
  ]

  get isOpen(): boolean {
    return this.#sockets.length > 0
  }

  say(...messages: ServerMessage[]): void {
    for (const message of messages) this.#sockets.at(-1)?.send(JSON.stringify(message))
  }

  async close(code: number): Promise<void> {
    await this.#sockets.at(-1)?.close({ code })
  }

  typed(): string[] {
    return this.sent.flatMap((message) => ('type' in message && message.type === 'user_message' ? [message.text] : []))
  }

  #takeSound(chunk: string): void {
    this.sounds.push(Buffer.from(chunk, 'base64').every((byte) => byte === 0) ? 'silent' : 'heard')
    // Every two seconds or so, because a page gives up a line that is silent for 15.
    if (++this.#frames % 100 === 0) this.say({ type: 'ping', ping_event: { event_id: this.#frames, ping_ms: 20 } })
  }

  /** Answers the sockets of this page from now on. */
  async take(page: Page): Promise<void> {
    await page.routeWebSocket('**/voice/*', (socket) => {
      this.#sockets.push(socket)
      socket.onMessage((text) => {
        const message = JSON.parse(String(text)) as ClientMessage
        if ('user_audio_chunk' in message) return this.#takeSound(String(message.user_audio_chunk))
        if (message.type === 'pong') return
        this.sent.push(message)
        if (message.type === 'conversation_initiation_client_data') this.say(...this.opening)
      })
    })
  }
}

/** Answers what the marketplace and a conversation of this person request. */
export async function serveTalk(page: Page, server: FakeServer, me: Me): Promise<Line> {
  const line = new Line()
  await line.take(page)
  serveDashboard(server)
  server.answer(agents, [coach])
  server.answer(agentPage, { ...coach, ...spoken })
  server.answer(startConversation, () => ({
    id: sessionId,
    conversationId: 'conv_1',
    signedUrl: `${new URL(page.url()).origin.replace('http', 'ws')}/voice/${sessionId}?token=t&server=s`,
  }))
  server.answer(endConversation, { ...endedSession, userId: me.id })
  server.answer(ratings, [])
  return line
}

/** Signs a person in who can talk. Returns the gateway's side of their conversations. */
export async function beTalker(me: Me = subscriberMe): Promise<Line> {
  as(me)
  return serveTalk(page, server, me)
}

export async function openCoach(on = page): Promise<Locator> {
  await on.goto('/marketplace')
  await on.getByRole('article', { name: coach.name }).getByRole('button', { name: 'Use This Agent' }).click()
  const dialog = on.getByRole('dialog', { name: coach.name })
  await expect(dialog).toContainText('Ready to connect')
  return dialog
}

export async function startTalking(): Promise<Locator> {
  const dialog = await openCoach()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  return dialog
}

export async function talkAs(me?: Me): Promise<{ line: Line; dialog: Locator }> {
  const line = await beTalker(me)
  return { line, dialog: await startTalking() }
}

export const end = (dialog: Locator) => dialog.getByRole('button', { name: 'End', exact: true }).click()
export const says = (id: number, text: string): ServerMessage => ({
  type: 'agent_response',
  agent_response_event: { agent_response: text, event_id: id },
})
export const asks = (text: string): ServerMessage => ({
  type: 'user_transcript',
  user_transcription_event: { user_transcript: text },
})
export const ends = (reason: EndReason, seconds: number | null): ServerMessage => ({
  type: 'session_ended',
  session_ended_event: { reason, used_seconds: seconds },
})
