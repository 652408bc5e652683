import { afterAll, expect, test } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import * as voice from '#contract/conversations/voice.ts'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { findProgram } from '../../scripts/running/programs.mjs'
import { startHeardTalk, tickAt } from '../kit/conversations/conversations.ts'
import { expectInvariants } from '../kit/world/invariants.ts'
import { addAgentRow, openRig, signInAna } from './rig.ts'

// Three servers behind Debian's HAProxy, all replaced: about 45 s for this file, most of it for six starts.
const limitMs = 240_000
const rig = await openRig()
afterAll(() => rig.close())

test.skipIf(!findProgram('haproxy'))(
  'servers behind HAProxy are replaced without a failed request, and a conversation is resumed at its own',
  async () => {
    const agentId = await addAgentRow(rig.sql)
    const cluster = await rig.startCluster(500, { count: 3, withHaproxy: true })
    const url = `http://127.0.0.1:${cluster.port}`
    const before = cluster.servers()
    // HAProxy keeps the servers' numbers to itself.
    expect((await fetch(`http://127.0.0.1:${before[0]?.port}/api/config`)).headers.get('x-luna-server')).not.toBeNull()
    expect((await fetch(`${url}/api/config`)).headers.get('x-luna-server')).toBeNull()
    const ana = await signInAna(url, rig.directory)
    const talk = await startHeardTalk(ana, agentId)
    const statuses = new Set<number>()
    let isAsking = true
    const asking = (async () => {
      while (isAsking) statuses.add((await ana.client.try(currentUser)).status)
    })()
    await cluster.roll()
    // Those without conversations end by themselves, and the other one says that it takes nothing new.
    await expect.poll(() => before.filter(({ child }) => child.exitCode === null).length).toBe(1)
    const [old] = before.filter(({ child }) => child.exitCode === null)
    expect((await fetch(`http://127.0.0.1:${old?.port}/readyz`)).status).toBe(404)
    talk.client.vanish()
    const { signedUrl } = await ana.client.call(voice.reconnectConversation, { params: { id: talk.id } })
    expect(new URL(signedUrl).searchParams.get('server')).toBe(String(old?.gatewayId))
    const back = new VoiceClient(signedUrl)
    await tickAt(back, 4)
    isAsking = false
    await asking
    expect([...statuses]).toEqual([200])
    const ended = await ana.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
    expect(ended.endReason).toBe('user')
    expect((await back.closed).code).toBe(1000)
    await expect.poll(() => cluster.servers().length).toBe(3)
    await expectInvariants(rig)
  },
  limitMs,
)
