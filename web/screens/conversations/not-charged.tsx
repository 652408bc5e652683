import { type ComponentProps, useState } from 'react'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConversationList } from './conversation-list.tsx'

/** There may be many, and few people look for them. */
const shownCount = 3

/** Calls that cost nothing. They are listed apart from the conversations and count in no figure (D189). */
export function NotCharged({ conversations, ...found }: ComponentProps<typeof ConversationList>) {
  const [isAll, setAll] = useState(false)
  if (conversations.length === 0) return null
  return (
    <Card
      title="Not charged"
      description="Calls that didn't start, lasted less than 10 seconds, or had no sound from the agent. They don't count toward any total."
    >
      <ConversationList conversations={isAll ? conversations : conversations.slice(0, shownCount)} {...found} />
      {conversations.length > shownCount && !isAll && (
        <Button variant="secondary" size="dense" className="mt-6" onClick={() => setAll(true)}>
          {`Show All ${conversations.length}`}
        </Button>
      )}
    </Card>
  )
}
