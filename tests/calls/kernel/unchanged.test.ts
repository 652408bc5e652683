import { currentUser, logout } from '#contract/identity/current-user.ts'
import { describe, expect, it, ownWorld, setBalance, subscriber } from '#tests/calls.ts'

const world = await ownWorld()

describe('polled calls (D168)', () => {
  it("answer 304 while nothing changed, a full answer when it did, never with another person's tag", async () => {
    const person = await subscriber(world)
    const path = currentUser.path
    const first = await person.client.request('GET', path)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).not.toBe('')
    const again = await person.client.request<string>('GET', path, undefined, { 'if-none-match': tag })
    expect([again.status, again.body]).toEqual([304, ''])
    const other = await subscriber(world)
    expect((await other.client.request('GET', path, undefined, { 'if-none-match': tag })).status).toBe(200)
    await setBalance(world, person.id, 600)
    const changed = await person.client.request('GET', path, undefined, { 'if-none-match': tag })
    expect([changed.status, changed.body['creditBalance']]).toEqual([200, 10])
    expect(changed.headers.get('etag')).not.toBe(tag)
    // An ended session is reported whatever tag the request names.
    await person.client.call(logout)
    expect((await person.client.request('GET', path, undefined, { 'if-none-match': tag })).status).toBe(401)
  })
})
