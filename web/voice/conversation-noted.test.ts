import { expect, test } from 'vitest'
import { createStage } from './conversation-fakes.ts'

const noted = (title: string) => ({
  type: 'step_noted',
  step_noted_event: { id: title, title, due_on: null, state: 'proposed' },
})

async function talking() {
  const stage = createStage()
  await stage.connect()
  return {
    ...stage,
    note: (title: string) => stage.socket.deliver(noted(title)),
    title: () => stage.snapshot.noted?.title ?? null,
  }
}

test('a noted step is shown for twelve seconds, and a later one takes its place', async () => {
  const { clock, note, title } = await talking()
  note('Call Anna')
  await clock.advance(11_000)
  expect(title()).toBe('Call Anna')
  note('Send the offer')
  expect(title()).toBe('Send the offer')
  await clock.advance(11_999)
  expect(title()).toBe('Send the offer')
  await clock.advance(1)
  expect(title()).toBe(null)
})

test('the end of the conversation takes a noted step along', async () => {
  const { conversation, held, note, title } = await talking()
  note('Call Anna')
  conversation.end()
  expect(title()).toBe(null)
  expect(held().timers).toBe(0)
})

test('a noted step that the person is at stays until they leave it, and the ones after it wait', async () => {
  const { clock, conversation, note, title } = await talking()
  note('Call Anna')
  conversation.holdNoted(true)
  note('Send the offer')
  note('Book a room')
  await clock.advance(13_000)
  expect(title()).toBe('Call Anna')
  conversation.holdNoted(false)
  await clock.advance(11_999)
  expect(title()).toBe('Call Anna')
  await clock.advance(1)
  expect(title()).toBe('Send the offer')
  await clock.advance(12_000)
  expect(title()).toBe('Book a room')
  await clock.advance(12_000)
  expect(title()).toBe(null)
})
