import { expect, test } from 'vitest'
import { FakeSocket } from '../conversation-fakes.ts'
import { FakeClock } from '../fake-clock.ts'
import { checkLine, type LineVerdict } from './line-check.ts'

function begin() {
  const clock = new FakeClock()
  const told: LineVerdict[] = []
  const sockets: FakeSocket[] = []
  const openSocket = (...socket: ConstructorParameters<typeof FakeSocket>) => {
    sockets.push(new FakeSocket(...socket))
    return sockets[0]!
  }
  const giveUp = checkLine({ clock, openSocket }, 'ws://host/voice/check', (verdict) => told.push(verdict))
  return { clock, told, socket: sockets[0]!, giveUp }
}

test('tells the middle one of five round trips, and closes', async () => {
  const { clock, told, socket } = begin()
  expect([socket.url, socket.protocol]).toEqual(['ws://host/voice/check', 'convai'])
  socket.open()
  for (const ms of [90, 10, 20, 300, 30]) {
    await clock.advance(ms)
    socket.deliverText('x')
  }
  expect(told).toEqual([{ isOpen: true, roundTripMs: 30 }])
  expect(socket.sent).toHaveLength(5)
  expect(socket.closedWith).toBe(1000)
  expect(clock.pending).toBe(0)
  socket.deliverText('late')
  socket.drop(1006)
  expect(told).toHaveLength(1)
})

test('a socket that does not open, or goes in between, is a line that does not work', () => {
  const { told, socket } = begin()
  socket.drop(1006)
  expect(told).toEqual([{ isOpen: false }])
  const other = begin()
  other.socket.open()
  other.socket.deliverText('0')
  other.socket.drop(1011)
  expect(other.told).toEqual([{ isOpen: false }])
})

test('one that stays silent is given up after 8 s, one given up from outside at once', async () => {
  const { clock, told, socket } = begin()
  socket.open()
  await clock.advance(7999)
  expect(told).toEqual([])
  await clock.advance(1)
  expect([told, socket.closedWith]).toEqual([[{ isOpen: false }], 1000])
  const other = begin()
  other.giveUp()
  expect([other.told, other.socket.closedWith, other.clock.pending]).toEqual([[], 1000, 0])
})
