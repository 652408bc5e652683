// The calls of npm run vendor:check to ElevenLabs: agents, voices, signatures and records. None of them holds a
// conversation; the words read aloud cost a few characters.
import { speechModel, toProviderAgent } from '../../server/voice-provider/elevenlabs/agent.ts'

const unknown = {
  agent: 'agent_unknownunknownunknown',
  conversation: 'conv_unknownunknownunknown',
  voice: 'unknownvoice12345678',
}

/**
 * @param {string} run An id of this run, which names what it creates.
 * @returns {import('./compare.mjs').VendorCall[]}
 */
export function voiceCalls(run) {
  return [...voices, ...agents(run), ...conversations, ...refusals(run), ...cleanUp]
}

const get = (path) => ({ method: 'GET', path })
const post = (path, body) => ({ method: 'POST', path, body })
const agentOf = (seen, name = 'agent') => seen(name)?.agent_id ?? null
const voiceOf = (seen) => seen('voices')?.voices?.[0]?.voice_id ?? null

/** Returns a call about the agent that was created. */
function about(name, toAsked, more = {}) {
  return { name, ask: (seen) => (agentOf(seen) ? toAsked(agentOf(seen), seen) : null), ...more }
}

const voices = [
  { name: 'voices', ask: () => get('/v2/voices?page_size=10') },
  { name: 'voice', ask: (seen) => (voiceOf(seen) ? get(`/v1/voices/${voiceOf(seen)}`) : null) },
  { name: 'unknown voice', ask: () => get(`/v1/voices/${unknown.voice}`) },
  {
    name: 'words read aloud',
    ask: (seen) =>
      voiceOf(seen)
        ? post(`/v1/text-to-speech/${voiceOf(seen)}?output_format=pcm_16000`, { text: 'Hello.', model_id: speechModel })
        : null,
  },
]

/** Returns what the product sends of an agent. */
function definition(run, providerVoiceId, firstMessage = 'Hello, this is a check.') {
  const id = `${run}-agent`
  return toProviderAgent({
    id,
    name: `Vendor check ${run}`,
    prompt: 'You help.',
    firstMessage,
    providerVoiceId,
    maxDurationSeconds: 600,
    knowledge: [],
    toolIds: [],
  })
}

function agents(run) {
  const changed = (seen) => definition(run, voiceOf(seen), 'Hello again.')
  return [
    { name: 'agents', ask: () => get('/v1/convai/agents?page_size=1') },
    {
      name: 'agent',
      ask: (seen) =>
        voiceOf(seen)
          ? post('/v1/convai/agents/create', { ...definition(run, voiceOf(seen)), tags: [`${run}-agent`] })
          : null,
    },
    about('agent, read', (agent) => get(`/v1/convai/agents/${agent}`), {
      readsBack: (seen) => ({ ...definition(run, voiceOf(seen)), tags: [`${run}-agent`] }),
    }),
    about('agents by name', () =>
      get(`/v1/convai/agents?search=${encodeURIComponent(`Vendor check ${run}`)}&page_size=100`),
    ),
    about('agent, changed', (agent, seen) => ({
      method: 'PATCH',
      path: `/v1/convai/agents/${agent}`,
      body: changed(seen),
    })),
    about('agent, read once changed', (agent) => get(`/v1/convai/agents/${agent}`), { readsBack: changed }),
  ]
}

const conversations = [
  about('signed address', (agent) =>
    get(`/v1/convai/conversation/get-signed-url?agent_id=${agent}&include_conversation_id=true`),
  ),
  {
    name: 'record of a conversation that nobody opened',
    ask: (seen) => {
      const conversation = seen('signed address')?.conversation_id
      return conversation ? get(`/v1/convai/conversations/${conversation}`) : null
    },
  },
  about('conversations of an agent', (agent) => get(`/v1/convai/conversations?agent_id=${agent}&page_size=10`)),
  { name: 'record of an unknown conversation', ask: () => get(`/v1/convai/conversations/${unknown.conversation}`) },
  {
    name: 'an unknown conversation, forgotten',
    ask: () => ({ method: 'DELETE', path: `/v1/convai/conversations/${unknown.conversation}` }),
  },
]

function refusals(run) {
  const create = (change) => (seen) =>
    voiceOf(seen) ? post('/v1/convai/agents/create', change(definition(run, voiceOf(seen)))) : null
  return [
    { name: 'unknown agent', ask: () => get(`/v1/convai/agents/${unknown.agent}`) },
    {
      name: 'address of an unknown agent',
      ask: () => get(`/v1/convai/conversation/get-signed-url?agent_id=${unknown.agent}`),
    },
    { name: 'agent with an unknown voice', ask: create(() => definition(run, unknown.voice)) },
    { name: 'agent with an unknown field', ask: create((body) => ({ ...body, favourite_colour: 'green' })) },
    { name: 'agent with a field that is wrong', ask: create((body) => ({ ...body, conversation_config: 'none' })) },
    { name: 'page that is too long', ask: () => get('/v1/convai/agents?page_size=101') },
    { name: 'wrong key', ask: () => ({ ...get('/v1/convai/agents?page_size=1'), headers: { 'xi-api-key': 'wrong' } }) },
  ]
}

/** Agents that should have been refused are removed, too. */
const cleanUp = [
  'agent',
  'agent with an unknown voice',
  'agent with an unknown field',
  'agent with a field that is wrong',
].map((name) => ({
  name: `${name}, deleted`,
  ask: (seen) => (agentOf(seen, name) ? { method: 'DELETE', path: `/v1/convai/agents/${agentOf(seen, name)}` } : null),
  cleansUp: true,
}))
