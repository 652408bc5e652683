import { createAgent, hasAgents } from '../agents/records.ts'
import { orderSounds } from '../agents/sounds/sounds.flow.ts'
import { findCredentials, findPerson, type Person, setRole } from '../identity/users.ts'
import { registerPerson } from '../identity/sign-in/authentication.flow.ts'
import { openStartPurchase } from '../billing/checkout/checkout.flow.ts'
import { providerAgentId } from '../agents/provider-sync.flow.ts'
import { bookPayment } from '../billing/bookings/book-payment.flow.ts'
import type { Services } from '../conversations/services.ts'
import { requireTwoFactorAtFirst } from '../settings/settings.ts'
import { addAcme } from './acme.ts'
import { seedAgents } from './agents.ts'
import { payInDemo } from './payments.ts'
import { priceDefinitions } from './prices.ts'
import { sampleConversationOf } from './starters.ts'

/** The password of every demo person; they exist only while payments, voice and mail are all stand-ins. */
const demoPassword = 'luna-demo-1'

/** Creates what a fresh installation needs; running it again changes nothing. */
export async function seed(services: Services): Promise<void> {
  if (services.config.stripe.mode === 'standin') await services.payments.ensurePrices(priceDefinitions())
  if (!services.config.demo) await services.database.write((tx) => requireTwoFactorAtFirst(tx, services.clock.now()))
  if (!services.config.demoPeople) return
  await addAgents(services)
  await addPeople(services)
}

/**
 * Creates the public demo agents and sends them to the voice provider; only once, so that deleted ones stay deleted.
 */
export async function addAgents(services: Services): Promise<void> {
  const at = services.clock.now()
  const ids = await services.database.write(async (tx) => {
    if (await hasAgents(tx)) return []
    const made: (string | null)[] = []
    for (const { slug, ...agent } of seedAgents) {
      const sampleConversation = sampleConversationOf(slug, agent.systemPrompt)
      const id = await createAgent(tx, { ...agent, sampleConversation, createdBy: null, at })
      if (id) await orderSounds(services, tx, id)
      made.push(id)
    }
    return made
  })
  for (const id of ids) if (id) await providerAgentId(services, id)
}

async function addPeople(services: Services): Promise<void> {
  const admin = await addPerson(services, 'admin@luna.test', 'Ada', 'Admin')
  await services.database.write((tx) =>
    setRole(tx, admin.id, { role: 'admin', staffRole: 'owner' }, services.clock.now()),
  )
  await addPerson(services, 'new@luna.test', 'Nora', 'New')
  const ana = await addPerson(services, 'ana@luna.test', 'Ana', 'Active')
  if (ana.subscriptionStatus === null) await buyUplift(services, ana)
  await addAcme(services, demoPassword)
}

async function addPerson(services: Services, email: string, firstName: string, lastName: string): Promise<Person> {
  const origin = { ip: 'demo', userAgent: 'demo', siteUrl: services.config.publicUrl ?? '' }
  const known = await findCredentials(services.database.read, email)
  if (!known) {
    const input = { email, password: demoPassword, firstName, lastName, referralCode: undefined }
    await registerPerson(services, input, origin)
  }
  const credentials = await findCredentials(services.database.read, email)
  const person = credentials && (await findPerson(services.database.read, credentials.id))
  if (!person) throw new Error(`The demo person ${email} could not be created`)
  return person
}

async function buyUplift(services: Services, person: Person): Promise<void> {
  const opened = await openStartPurchase(services, person, 'uplift')
  if (opened.state !== 'open') return
  await bookPayment(services, await payInDemo(services, opened.clientSecret))
}
