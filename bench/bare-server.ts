import Fastify from 'fastify'
import { openDatabase } from '#server/database/database.ts'

/** The references: the framework alone, and the framework with one prepared select. */
const app = Fastify({ logger: false })
const database = openDatabase(process.env.DATABASE_URL ?? '')
const email = process.env.BENCH_EMAIL ?? ''

app.get('/hello', async () => ({ hello: 'world' }))
app.get('/select', async () => {
  const [row] = await database.read`select id, email, first_name, last_name from users where email = ${email}`
  return row
})

await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.({ ready: true, port: typeof address === 'object' && address ? address.port : 0 })
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
