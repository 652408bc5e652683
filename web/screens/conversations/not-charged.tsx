import { type ComponentProps, useState } from 'react'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { SessionList } from './session-list.tsx'

/** There may be many, and few people look for them. */
const shownCount = 3

/** Calls that cost nothing, apart from the conversations: they count in no figure (D189). */
export function NotCharged({ sessions, ...found }: ComponentProps<typeof SessionList>) {
  const [isAll, setAll] = useState(false)
  if (sessions.length === 0) return null
  return (
    <Card
      title="Not charged"
      description="Calls that did not begin, took less than 10 seconds, or where the agent could not be heard. No total includes them."
    >
      <SessionList sessions={isAll ? sessions : sessions.slice(0, shownCount)} {...found} />
      {sessions.length > shownCount && !isAll && (
        <Button variant="secondary" size="dense" className="mt-6" onClick={() => setAll(true)}>
          Show All {sessions.length}
        </Button>
      )}
    </Card>
  )
}
