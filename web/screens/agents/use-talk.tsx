import { Fragment, Suspense, use, useState, type ReactNode } from 'react'
import { TalkDialog } from './talk-dialog.ts'
import type { TalkAgent } from './voice-agent.ts'

/** Opens the voice dialog with an agent; its code loads on first use. */
export function useTalk(): { talkTo: (agent: TalkAgent) => void; dialog: ReactNode } {
  const renderDialog = use(TalkDialog)
  // The agent is kept while the dialog closes, so that its content stays readable.
  const [talk, setTalk] = useState<{ agent: TalkAgent; open: boolean } | null>(null)
  return {
    talkTo: (agent) => setTalk({ agent, open: true }),
    dialog: talk && (
      <Suspense>
        <Fragment key={talk.agent.id}>
          {renderDialog({
            agent: talk.agent,
            open: talk.open,
            onOpenChange: (open) => setTalk({ agent: talk.agent, open }),
          })}
        </Fragment>
      </Suspense>
    ),
  }
}
