import * as voice from '#contract/conversations/voice.ts'
import { WebSocket } from 'ws'
import { addAgent, endedRow, endTalk, expect, expectRefused, moveTalkClock, passTalkTime } from '#tests/calls.ts'
import { sharedWorld, startHeardTalk, subscriber, tags, test, upgradeStatus, VoiceClient } from '#tests/calls.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)
const [ana, ben, cem] = [await subscriber(world), await subscriber(world), await subscriber(world)]
const start = ({ client }: typeof ana) => client.call(voice.startConversation, { body: { agentId } })
const expire = (id: string) =>
  world.sql("update voice_session set token_expires_at = now() - interval '1 second' where id = $1", [id])

test('the address is ours, absolute, and opens once for our pages', tags('D67 D79 S012 S244'), async () => {
  const host = new URL(world.url).host.replace('127.0.0.1', 'localhost')
  const reply = await fetch(`http://${host}/api/sessions`, {
    method: 'POST',
    headers: { cookie: ana.client.cookieHeader(), 'content-type': 'application/json' },
    body: JSON.stringify({ agentId }),
  })
  const { id, conversationId, signedUrl = '' } = (await reply.json()) as Record<string, string>
  expect(signedUrl).toMatch(new RegExp(`^ws://${host}/voice/${id}\\?token=[\\w-]{40,}&server=\\d+$`))
  expect(conversationId).toMatch(/^conv_/)
  const [row] = await world.sql<{ address: string }>(
    'select token_hash || provider_url as address from voice_session where id = $1',
    [id],
  )
  expect(row?.address).not.toContain(new URL(signedUrl).searchParams.get('token'))
  // Another site's page does not use it up.
  for (const origin of ['https://evil.example', 'null']) expect(await upgradeStatus(signedUrl, { origin })).toBe(403)
  // Convai is echoed, the first frame is the metadata, parameters are ignored.
  const client = new VoiceClient(`${signedUrl}&source=js_sdk&version=1.25.0`)
  await client.opened
  expect(client.protocol).toBe('convai')
  const metadata = await client.next('conversation_initiation_metadata')
  expect(client.frames[0]).toBe(metadata)
  expect(metadata.event).toMatchObject({ conversation_id: conversationId, agent_output_audio_format: 'pcm_16000' })
  expect(await upgradeStatus(signedUrl)).toBe(401)
  client.close()
})

test('wrong, missing, foreign, expired and ended addresses are refused', async () => {
  const [own, other] = [await start(ben), await start(cem)]
  const withoutToken = own.signedUrl.split('?')[0] ?? ''
  const mixed = [own.signedUrl.replace(own.id, other.id), own.signedUrl.replace(own.id, crypto.randomUUID())]
  for (const url of [...mixed, withoutToken, `${withoutToken}?token=guess`]) expect(await upgradeStatus(url)).toBe(401)
  expect(await upgradeStatus(own.signedUrl, { origin: world.url })).toBe(101)
  await expire(other.id)
  expect(await upgradeStatus(other.signedUrl)).toBe(401)
  const params = { id: other.id }
  await expectRefused(voice.reconnectConversation, [ana, { params }, 404, 'session_not_found'])
  await endTalk(cem, other.id)
  expect(await upgradeStatus(other.signedUrl)).toBe(401)
  await expectRefused(voice.reconnectConversation, [cem, { params }, 409, 'session_over'])
  const address = world.url.replace('http:', 'ws:')
  for (const path of ['voice/nothing?token=x', 'elsewhere']) expect(await upgradeStatus(`${address}/${path}`)).toBe(404)
})

test('a conversation whose address was not opened within 60 s failed', tags('D75'), async () => {
  const { id } = await start(cem)
  await expire(id)
  // A sweep comes every 15 s.
  moveTalkClock(world, 15)
  expect(await endedRow(world, id)).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
  // A fresh address that is never used does not end the current conversation.
  const talk = await startHeardTalk(cem, agentId)
  await cem.client.call(voice.reconnectConversation, { params: { id: talk.id } })
  await expire(talk.id)
  await passTalkTime(world, 15, talk.client)
  const ended = await endTalk(cem, talk.id)
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user' })
  expect(ended.secondsCharged).toBeGreaterThanOrEqual(15)
})

const checkAddress: string = `${world.url.replace('http:', 'ws:')}/voice/check`

/** Opens the socket with which a browser tries its line; `said` holds what came back, `closed` the code at the end. */
function openCheck() {
  const socket = new WebSocket(checkAddress, ['convai'])
  const said: string[] = []
  socket.on('message', (data: Buffer) => said.push(data.toString()))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const opened = new Promise<void>((resolve) => socket.once('open', resolve))
  return { socket, said, closed, opened }
}

test('anybody may open the check of a line, which echoes what it receives', tags('D79'), async () => {
  const { socket, said, closed, opened } = openCheck()
  await opened
  for (const frame of ['1', '2']) socket.send(frame)
  await expect.poll(() => said).toEqual(['1', '2'])
  socket.close(1000)
  expect(await closed).toBe(1000)
  expect(await upgradeStatus(checkAddress, { origin: 'https://evil.example' })).toBe(403)
  expect(await upgradeStatus(checkAddress, { origin: world.url })).toBe(101)
  for (const more of ['/more', 's']) expect(await upgradeStatus(checkAddress + more)).toBe(404)
})

test('long, binary and too many frames end the check of a line with 1008', async () => {
  for (const flood of [['x'.repeat(65)], [Buffer.from('1')], Array.from({ length: 21 }, () => '1')]) {
    const { socket, said, closed, opened } = openCheck()
    await opened
    for (const frame of flood) socket.send(frame)
    expect(await closed).toBe(1008)
    expect(said.length).toBeLessThanOrEqual(20)
  }
})

test('more than 200 checks of lines at once are refused with 503, until one ends', async () => {
  const all = Array.from({ length: 200 }, openCheck)
  await Promise.all(all.map(({ opened }) => opened))
  expect(await upgradeStatus(checkAddress)).toBe(503)
  for (const { socket } of all) socket.close(1000)
  await Promise.all(all.map(({ closed }) => closed))
  await expect.poll(() => upgradeStatus(checkAddress)).toBe(101)
})
