import { currentUser } from '#contract/identity/current-user.ts'
import * as profile from '#contract/identity/profile.ts'
import { sessionsOf, signedInAgain, signIn, statusWith, subjectsTo } from '#tests/kit/identity/accounts.ts'
import { describe, expect, expectRefused, it, ownWorld, password, registered, sharedWorld } from '#tests/calls.ts'

/** Limits as in production. */

const world = await sharedWorld()
const strict = await ownWorld({ RATE_LIMIT_FACTOR: '1' })

const newPassword = 'another-horse-8'
const wrong = 'wrong-horse-1'

describe('POST /api/account/password (D25, D15 [S])', () => {
  it('sets the password, ends the other sessions, renews this one and sends a mail', async () => {
    const person = await registered(world)
    const other = await signedInAgain(world, person)
    const cookie = person.client.cookieHeader()
    const body = { currentPassword: password, newPassword }
    expect(await person.client.call(profile.changePassword, { body })).toEqual({ success: true })
    expect((await other.try(currentUser)).status).toBe(401)
    expect(await person.client.call(currentUser)).toMatchObject({ id: person.id })
    expect([await statusWith(world, cookie), (await sessionsOf(world, person)).length]).toEqual([401, 1])
    expect((await subjectsTo(world, person))[0]).toBe('Your password was changed')
    const signIns = [await signIn(world, person), await signIn(world, person, newPassword)]
    expect(signIns.map(({ status }) => status)).toEqual([401, 200])
  })

  it('is refused with the message of its field, and nothing changes (D11)', async () => {
    const person = await registered(world)
    await signedInAgain(world, person)
    for (const [body, field, message] of [
      [{ newPassword }, 'currentPassword', 'Your current password is required'],
      [{ currentPassword: wrong, newPassword }, 'currentPassword', 'This is not your current password.'],
      [{ currentPassword: password }, 'newPassword', 'Password is required'],
      [
        { currentPassword: password, newPassword: 'seven-7' },
        'newPassword',
        'Password must be at least 8 characters long',
      ],
      [
        { currentPassword: password, newPassword: 'Password123' },
        'newPassword',
        'Please choose a less common password.',
      ],
    ] as const)
      await expectRefused(profile.changePassword, [person, { body }, 400, { field, message }])
    expect(await sessionsOf(world, person)).toHaveLength(2)
    expect((await signIn(world, person)).status).toBe(200)
  })

  it('checks 10 wrong passwords in 15 minutes and no more, not even the right one (D13 [S])', async () => {
    const { client, id } = await registered(strict)
    strict.clock.holdReal()
    const change = (currentPassword: string) =>
      client.try(profile.changePassword, { body: { currentPassword, newPassword } })
    await change(wrong)
    await strict.sql('update rate_limit set hits = 10 where key = $1', [`password:${id}`])
    const refused = await change(password)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }, 40_000)
})

it('the link that confirms an address is mailed again 3 times an hour (D24)', async () => {
  const { client } = await registered(strict)
  strict.clock.holdReal()
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await client.try(profile.resendVerification)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
}, 40_000)

describe("a person's sign-ins (D25, S125)", () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

  it('are listed with browser and times, the current one marked, and none of other people', async () => {
    const person = await registered(world)
    await registered(world)
    await signedInAgain(world, person, chrome)
    await world.sql(
      "update session set created_at = now() - interval '3 days', last_seen_at = now() - interval '2 days' where user_id = $1 and user_agent = $2",
      [person.id, chrome],
    )
    const list = await person.client.call(profile.signIns)
    const shown = { id: expect.any(String), firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) }
    expect(list).toEqual([
      { ...shown, browser: null, isCurrent: true },
      { ...shown, browser: 'Chrome on Windows', isCurrent: false },
    ])
    expect(Date.now() - Date.parse(list[1]?.lastSeenAt ?? '')).toBeGreaterThan(47 * 3_600_000)
    for (const { sid } of await sessionsOf(world, person)) expect(JSON.stringify(list)).not.toContain(sid)
  })

  it('note when a browser was last used, at most once an hour', async () => {
    const person = await registered(world)
    const ageMs = async () => Date.now() - Date.parse((await person.client.call(profile.signIns))[0]?.lastSeenAt ?? '')
    const seenBefore = (age: string) =>
      world.sql('update session set last_seen_at = now() - $2::interval where user_id = $1', [person.id, age])
    await seenBefore('50 minutes')
    expect(await ageMs()).toBeGreaterThan(49 * 60_000)
    await seenBefore('61 minutes')
    expect(await ageMs()).toBeLessThan(60_000)
  })

  it("end one by one, or all except the current one; another person's does not exist", async () => {
    const [person, stranger] = [await registered(world), await registered(world)]
    const other = await signedInAgain(world, person)
    const params = { id: (await sessionsOf(world, person))[1]?.id ?? '' }
    await expectRefused(profile.endSignIn, [stranger, { params }, 404, 'sign_in_not_found'])
    expect((await other.try(currentUser)).status).toBe(200)
    expect(await person.client.call(profile.endSignIn, { params })).toEqual({ success: true })
    expect((await other.try(currentUser)).status).toBe(401)
    await expectRefused(profile.endSignIn, [person, { params }, 404, 'sign_in_not_found'])

    const others = [await signedInAgain(world, person), await signedInAgain(world, person)]
    expect(await person.client.call(profile.endOtherSignIns)).toEqual({ ended: 2 })
    const browsers = [...others, person.client, stranger.client]
    const replies = await Promise.all(browsers.map((browser) => browser.try(currentUser)))
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 200, 200])
  })
})
