import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'

const VoiceDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).VoiceDialog }))

/** Opens the voice dialog with an agent; its code comes when it is first needed. */
export function useTalk(): { talkTo: (agent: TalkAgent) => void; dialog: ReactNode } {
  // The dialog keeps its agent while it closes, so that its last words can still be read.
  const [talk, setTalk] = useState<{ agent: TalkAgent; open: boolean } | null>(null)
  return {
    talkTo: (agent) => setTalk({ agent, open: true }),
    dialog: talk && (
      <Suspense>
        <VoiceDialog
          key={talk.agent.id}
          agent={talk.agent}
          open={talk.open}
          onOpenChange={(open) => setTalk({ agent: talk.agent, open })}
        />
      </Suspense>
    ),
  }
}
