import type { TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

export function fillSteps(world: World, person: TestPerson, count: number) {
  return world.sql(
    `insert into next_step (user_id, title, state, origin, created_at)
     select $1, 'Step ' || place, 'open', 'person', now() from generate_series(1, $2) as place`,
    [person.id, count],
  )
}
