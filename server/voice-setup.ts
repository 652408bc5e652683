import { voiceKey } from '#contract/agents/agent-fields.ts'
import { createClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { addVoice, hasVoice, judgeVoice, listVoices, setProviderVoice } from './agents/voices/voices.ts'
import { usesLiveVoices } from './agents/voices/voices.flow.ts'
import { createVoiceProvider } from './voice-provider/elevenlabs/elevenlabs.ts'

const usage = `Usage: npm run admin -- voices                                 lists our voices and those of the account
       npm run admin -- voices VOICE ACCOUNT-ID                says what a voice of ours is there
       npm run admin -- voices VOICE ACCOUNT-ID en,de A NAME   the same, of a new one`

/** Carries out an operator's command on the list of voices (D186). Returns what is printed. */
export async function setUpVoices(database: Database, config: Config, words: string[]): Promise<string> {
  const [id = '', providerVoiceId = '', languages = '', ...name] = words
  if (id === '') return describeVoices(database, config)
  if (!voiceKey.safeParse(id).success || !/^[\w-]{1,100}$/.test(providerVoiceId)) throw new Error(usage)
  const at = createClock().now()
  const found = await createVoiceProvider(config.voice).readVoice(providerVoiceId)
  const { state, reason } = judgeVoice(found, at)
  if (state === 'gone') throw new Error(`${providerVoiceId} is not taken. ${reason}`)
  const isKnown = await hasVoice(database.read, id)
  if (!isKnown && (!/^[a-z]{2}(,[a-z]{2})*$/.test(languages) || name.length === 0)) throw new Error(usage)
  await database.write(async (tx) => {
    if (!isKnown) await addVoice(tx, { id, name: name.join(' '), languages: languages.split(',') }, at)
    await setProviderVoice(tx, id, providerVoiceId, usesLiveVoices({ config }))
  })
  const told = `${id} is now ${found?.name} (${providerVoiceId}). Agents are told within the hour, and before they talk.`
  return reason ? `${told}\nWarning: ${reason}` : told
}

async function describeVoices(database: Database, config: Config): Promise<string> {
  const ours = await listVoices(database.read, usesLiveVoices({ config }))
  const account = await createVoiceProvider(config.voice).listVoices()
  return [
    'Our voices, what they are there, and how many agents speak with them:',
    ...ours.map(({ id, providerVoiceId, state, agentCount, isFallback }) =>
      [`  ${id}${isFallback ? ' (fallback)' : ''}`, providerVoiceId ?? '-', state, agentCount].join('  '),
    ),
    'Voices of the account:',
    ...account.map((voice) => {
      const warning = voice.isPremade ? 'premade: ends on 2026-12-31' : voice.category
      return [`  ${voice.id}`, voice.name, warning, voice.labels].join('  ')
    }),
  ].join('\n')
}
