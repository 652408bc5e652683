import pg from 'pg'

const calmS = 5

/** Waits until a product that has just started is at rest: until no sound of its agents was made for five seconds. */
export async function untilAtRest(databaseUrl) {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  for (let calm = 0, known = -1; calm < calmS;) {
    const { rows } = await database.query('select count(*)::integer as made from sound')
    calm = rows[0].made === known ? calm + 1 : 0
    known = rows[0].made
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  await database.end()
}
