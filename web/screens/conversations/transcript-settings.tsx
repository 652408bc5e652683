import { useQuery } from '@tanstack/react-query'
import { maxKeptDays, transcriptSettings, updateTranscriptSettings } from '#contract/conversations/transcripts.ts'
import { myConversations, myConversation, transcript } from '#contract/conversations/voice.ts'
import { query, useCall } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { conversationFailures } from './toasts.ts'
import { Card } from '#web/kit/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { NumberSetting } from '#web/screens/billing/account/number-setting.tsx'

/** Whether transcripts are kept, and for how long (D90). */
export function TranscriptSettings() {
  const settings = useQuery(query(transcriptSettings))
  // Fewer days may delete transcripts that are already kept.
  const update = useCall(updateTranscriptSettings, {
    changes: [transcriptSettings, myConversations, myConversation, transcript],
    failed: conversationFailures.transcriptSettings,
  })
  return (
    <Card title="Transcripts" description="What you and your agents say is private. Only you can read it.">
      {settings.isPending && (
        <SkeletonGroup label="Loading your transcript settings…">
          <Skeleton className="h-16" />
        </SkeletonGroup>
      )}
      {settings.isError && <LoadError what="your transcript settings" failed={settings} />}
      {settings.data?.isAllowedHere === false && (
        <p className="mb-4 text-muted">
          Your organization doesn't keep transcripts. These settings apply only to sessions outside it.
        </p>
      )}
      {settings.data && (
        <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
          <Switch
            name="save"
            label="Save transcript"
            help="Keeps a transcript of every session. When this is off, you decide after each one."
            checked={update.isPending ? (update.variables.body.save ?? settings.data.save) : settings.data.save}
            onChange={(save) => void update.submit({ body: { save } })}
          />
          <NumberSetting
            name="keptDays"
            label="Days until a transcript is deleted"
            wrong={`Please choose 1 to ${maxKeptDays} days`}
            value={settings.data.keptDays}
            min={1}
            max={maxKeptDays}
            onSave={async (keptDays) => {
              try {
                await update.mutateAsync({ body: { keptDays } })
                return true
              } catch {
                return false
              }
            }}
          />
        </div>
      )}
    </Card>
  )
}
