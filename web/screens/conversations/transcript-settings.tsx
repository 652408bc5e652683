import { useQuery } from '@tanstack/react-query'
import { maxKeptDays, transcriptSettings, updateTranscriptSettings } from '#contract/conversations/transcripts.ts'
import { query, useCall } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { NumberSetting } from '#web/screens/billing/account/number-setting.tsx'

/** Whether transcripts are kept, and for how long (D90). */
export function TranscriptSettings() {
  const settings = useQuery(query(transcriptSettings))
  const update = useCall(updateTranscriptSettings)
  return (
    <Card title="Transcripts" description="What you and your agents say is private. Only you can read it.">
      {settings.data?.isAllowedHere === false && (
        <p className="mb-4 text-muted">
          Your organization doesn't keep transcripts. These settings apply only to sessions outside it.
        </p>
      )}
      <Loaded read={settings} what="your transcript settings">
        {(shown) => (
          <div className="grid gap-x-12 gap-y-6 md:grid-cols-2">
            <Switch
              name="save"
              label="Save transcript"
              help="Keeps a transcript of every session. When this is off, you decide after each one."
              checked={update.isPending ? (update.variables.body.save ?? shown.save) : shown.save}
              onChange={(save) => void update.submit({ body: { save } })}
            />
            <NumberSetting
              name="keptDays"
              label="Days until a transcript is deleted"
              wrong={`Please choose 1 to ${maxKeptDays} days`}
              value={shown.keptDays}
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
      </Loaded>
    </Card>
  )
}
