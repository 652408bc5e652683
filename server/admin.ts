import { emailField } from '#contract/people.ts'
import { createClock } from './clock.ts'
import { openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { readConfig } from './config.ts'
import { hashPassword } from './domain/password-hash.ts'
import { makeSecret } from './domain/secrets.ts'
import { createUser, findCredentials, setRole } from './domain/users.ts'

/** `npm run admin -- create EMAIL`: makes a platform admin, or makes an existing person one. */
async function main([verb, address]: string[]): Promise<void> {
  const email = emailField.safeParse(address)
  if (verb !== 'create' || !email.success) throw new Error('Usage: npm run admin -- create EMAIL')
  const config = readConfig()
  await migrate(config.databaseUrl, config.demo ? 'standin' : 'live')
  const database = openDatabase(config.databaseUrl)
  const at = createClock().now()
  const known = await findCredentials(database.read, email.data)
  const password = known ? null : makeSecret().slice(0, 20)
  const passwordHash = password ? await hashPassword(password) : ''
  await database.write(async (tx) => {
    const names = { firstName: 'Platform', lastName: 'Admin', referralCode: undefined, termsVersion: '' }
    const id = known?.id ?? (await createUser(tx, { email: email.data, passwordHash, ...names, at }))
    if (!id) throw new Error('This person was just created by somebody else; try again.')
    await setRole(tx, id, 'admin', at)
  })
  await database.end()
  console.log(
    password
      ? `Platform admin ${email.data} was created. Password, shown only now: ${password}`
      : `${email.data} is now a platform admin.`,
  )
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
