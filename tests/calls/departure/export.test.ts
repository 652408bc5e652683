import { once } from 'node:events'
import http from 'node:http'
import { strFromU8, unzipSync } from 'fflate'
import { submitRequest } from '#contract/agents/requests.ts'
import * as departure from '#contract/departure/departure.ts'
import { login } from '#contract/identity/auth.ts'
import { sendMessage } from '#contract/messages/messages.ts'
import { makeExport } from '#server/departure/export-making.flow.ts'
import { addConversation, addHistory, addPhoto } from '#tests/kit/departure/personal-history.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, ownWorld, password, registered, subscriber } = kit
type TestPerson = kit.TestPerson
const world = await ownWorld()

async function verify<Person extends TestPerson>(person: Person): Promise<Person> {
  await world.sql('update users set email_verified = true where id = $1', [person.id])
  return person
}

/** Requests the archive and waits for the mail. Returns the path of its link. */
async function linkFor(person: TestPerson): Promise<string> {
  await person.client.call(departure.askForExport)
  const [mail] = await kit.waitForMails(world, person.email, 'Your data is ready')
  const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(link).toMatch(new RegExp(`^${world.url}/api/account/exports/[\\w-]{36}/file$`))
  return new URL(link).pathname
}

async function fetchFile(person: TestPerson | null, path: string) {
  const cookie = person ? { cookie: person.client.cookieHeader() } : {}
  const answer = await fetch(world.url + path, { redirect: 'manual', headers: cookie })
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

/** Opens a path as a browser does; `fetch` writes Sec-Fetch-Mode itself. */
async function navigate(path: string, person?: TestPerson) {
  const headers = { 'sec-fetch-mode': 'navigate', ...(person && { cookie: person.client.cookieHeader() }) }
  const [response] = (await once(http.get(world.url + path, { headers }), 'response')) as [http.IncomingMessage]
  response.resume()
  return [response.statusCode, response.headers.location]
}

type Rows = Record<string, unknown>[]

/** Returns the tables of an archive by name, as JSON and as text. */
function read(bytes: Uint8Array) {
  const files = Object.entries(unzipSync(bytes))
  const photos = files.filter(([name]) => name === 'photo.webp').map(([, data]) => data)
  const texts = Object.fromEntries(files.map(([name, data]) => [name, strFromU8(data)]))
  const json = Object.entries(texts).filter(([name]) => name.endsWith('.json'))
  const tables = Object.fromEntries(json.map(([name, text]) => [name.slice(0, -5), JSON.parse(text) as Rows]))
  return { names: Object.keys(texts), tables, texts, photos }
}

/** Expects what addConversation, addHistory and the calls of a person left, in the person's hands. */
function expectTables(tables: Record<string, Rows>): void {
  const conversationId = tables['conversations']?.[0]?.['id']
  const [asked, time] = [{ agentName: 'My wish' }, expect.any(String)]
  expect(tables).toMatchObject({
    conversations: [{ status: 'completed', usedSeconds: 61, chargedSeconds: 61 }],
    transcripts: [{ speaker: 'you', text: 'My own words' }, { atSeconds: 2.5 }],
    documents_added: [{ title: 'Handbook', kind: 'text', url: null }],
    recaps: [{ title: 'Recap: My own words', summary: 'My own words' }],
    sources_of_answers: [{ document: 'Handbook', atSecond: 2, excerpt: 'On My own words' }],
    next_steps: [
      { title: 'Step: My own words', state: 'open', conversationId },
      { title: 'Call Anna', dueOn: '2027-03-05', conversationId: null },
    ],
    memory_notes: [
      { text: 'Note: My own words', state: 'active', conversationId },
      { text: 'Runs a bakery in Graz.', origin: 'person', conversationId: null },
    ],
    minutes: ['Uplift package', 'Platform access', expect.stringMatching(/^Session with/)].map((what) => ({
      what,
    })),
    subscription: [{ status: 'active' }],
    agent_requests: [asked],
    agent_request_history: [
      { ...asked, status: 'received', note: null },
      { ...asked, status: 'denied', note: 'Not this year' },
    ],
    messages: [
      { sender: 'you', subject: 'My question', readAt: null, deletedAt: null },
      { sender: 'others', subject: 'To you', readAt: time, deletedAt: time },
      { sender: 'others', subject: 'To everybody' },
    ],
    ratings: [{ stars: 4 }],
    referrals: [{ what: 'you invited somebody', status: 'pending' }],
    transcript_settings: [{ save: true, keptDays: 30 }],
    payment_settings: [{ cardBrand: 'visa', cardLast4: '4242' }],
    payment_attempts: [{ kind: 'combined', status: 'paid' }],
    sign_ins: [{}],
    known_browsers: [{}],
  })
  expect(tables['payments']?.map(({ amountDollars }) => amountDollars).toSorted()).toEqual([2.97, 25])
}

it('an export contains everything of the person and no secret (D22 [S], D28, B13)', async () => {
  const [person, stranger] = [await verify(await subscriber(world)), await subscriber(world)]
  const request = { description: 'For my team', useCase: 'Other', priority: 'low' } as const
  for (const [{ client }, agentName, subject] of [
    [person, 'My wish', 'My question'],
    [stranger, 'WISH-OF-A-STRANGER', 'QUESTION-OF-A-STRANGER'],
  ] as const) {
    await client.call(submitRequest, { body: { agentName, ...request } })
    await client.call(sendMessage, { body: { subject, message: 'How?' } })
  }
  await addConversation(world, person, 'My own words')
  await addConversation(world, stranger, 'WORDS-OF-A-STRANGER')
  await addHistory(world, person, stranger)
  const photo = await addPhoto(world, person)

  const { bytes } = await fetchFile(person, await linkFor(person))
  const { tables, texts, photos } = read(bytes)
  expect(photos).toEqual([photo])
  expectTables(tables)
  // A spreadsheet runs none of the spoken text.
  expect(texts['transcripts.csv']).toContain(`"'=Here, is ""a plan"""`)

  const all = Object.values(texts).join('\n')
  for (const foreign of ['STRANGER', stranger.id, stranger.email]) expect(all).not.toContain(foreign)
  const secrets = await world.sql<{ secret: string }>(
    `select password_hash as secret from users where id = $1 union all select sid from session where user_id = $1
     union all select token from email_verification where user_id = $1
     union all select stripe_customer_id from payer join account on account.id = account_id where user_id = $1`,
    [person.id],
  )
  expect(secrets.length).toBeGreaterThanOrEqual(4)
  for (const { secret } of secrets) expect(all).not.toContain(secret)
  expect(all).not.toMatch(/SECRET-PROMPT|conversation-at-provider|\b(cus|sub|pi|in|pm)_\w{6}/)
})

it('an export is a link for 24 hours, for a confirmed address and its session (D24, D28)', async () => {
  const person = await registered(world)
  await expectRefused(departure.askForExport, [person, {}, 409, 'email_unverified'])
  expect(await world.sql('select from data_export where user_id = $1', [person.id])).toEqual([])
  await verify(person)
  expect(await person.client.call(departure.newestExport)).toEqual({ export: null })
  const path = await linkFor(person)
  const { answer, bytes } = await fetchFile(person, path)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="luna-export.zip"',
    'cache-control': 'no-store',
  })
  const { names, tables } = read(bytes)
  expect(names).toEqual(expect.arrayContaining(['README.txt', 'profile.json', 'profile.csv', 'transcripts.csv']))
  expect(tables['profile']).toMatchObject([{ id: person.id, email: person.email, firstName: 'Test' }])

  const stranger = await registered(world)
  const unknown = [crypto.randomUUID(), 'x'].map(departure.exportFilePath)
  expect((await fetchFile(null, path)).answer.status).toBe(401)
  expect((await fetchFile(stranger, path)).answer.status).toBe(404)
  for (const wrong of unknown) expect((await fetchFile(person, wrong)).answer.status).toBe(404)
  // A person who follows the mail without being able to get it is redirected to the page that says why.
  expect(await navigate(path, stranger)).toEqual([303, '/profile#export'])
  expect(await navigate(path)).toEqual([303, '/profile#export'])
  expect(await person.client.call(departure.newestExport)).toMatchObject({ export: { state: 'ready' } })

  // It can be downloaded for 24 hours and is then removed; moving the clock runs the hourly upkeep.
  await world.control({ advance: 'PT23H59M' })
  await person.client.call(login, { body: { email: person.email, password } })
  expect((await fetchFile(person, path)).answer.status).toBe(200)
  await world.control({ advance: 'PT2M' })
  expect((await fetchFile(person, path)).answer.status).toBe(404)
  expect(await person.client.call(departure.newestExport)).toEqual({ export: null })
  expect(await world.sql('select from data_export where user_id = $1', [person.id])).toEqual([])
})

it('an export is made one at a time, and mailed once by a job that runs twice (D28)', async () => {
  const person = await verify(await registered(world))
  const first = await person.client.call(departure.askForExport)
  const again = await person.client.call(departure.askForExport)
  await kit.waitForMails(world, person.email, 'Your data is ready')
  expect(first.state).toBe('preparing')
  if (again.id === first.id) expect(again.requestedAt).toBe(first.requestedAt)
  const before = await world.sql('select xmin::text from data_export where id = $1', [first.id])
  await makeExport(world.services, first.id)
  expect(await world.sql('select xmin::text from data_export where id = $1', [first.id])).toEqual(before)
})
