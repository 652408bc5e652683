import { platformAccess } from '#contract/billing/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { Topic } from './topic.ts'

export const talkingTopic: Topic = {
  id: 'talking',
  title: 'Talking',
  questions: [
    {
      id: 'start',
      title: 'How do I start a conversation?',
      answer: `Open the [Marketplace](${paths.marketplace()}), choose an agent and press Use This Agent. Allow the microphone when your browser asks, then press Start and talk as you would on the phone.`,
    },
    {
      id: 'hear-first',
      title: 'Can I hear an agent before I pay?',
      answer: `Yes. Press the play button on an agent's picture to hear its greeting, or open the agent's page to hear a sample conversation. You don't need an account, and listening is never charged.`,
      also: 'listen try sample demo voice free trial',
    },
    {
      id: 'interrupt',
      title: 'Can I interrupt the agent?',
      answer: 'Yes, just speak. It stops within a moment and listens. You can also type a message at any time.',
    },
    {
      id: 'microphone',
      title: "The agent can't hear me. What can I do?",
      answer:
        "Watch the ring around the agent's picture while you speak. If it doesn't move, the wrong microphone is selected or your browser isn't allowed to use it. Choose another microphone in the settings of the conversation, or allow it in your browser's address bar and start again. The sound check in the same settings tests your microphone, speaker and connection.",
      also: 'mic headset mute permission denied blocked sound audio',
    },
    {
      id: 'keys',
      title: 'Are there keyboard shortcuts?',
      answer:
        'During a conversation, M mutes and unmutes, T opens the field for typing, Esc closes the transcript, or the conversation after asking, and ? shows the list. With push to talk, hold Space while you speak. If you use speech control, you can turn off the single keys in that list.',
      also: 'spacebar hotkeys keys night room push-to-talk',
    },
    {
      id: 'connection',
      title: 'What happens if my connection drops?',
      answer:
        "Luna tries to reconnect for up to 10 seconds, and the time in which nothing reaches you isn't counted. If it can't reconnect, the conversation ends, and Resume starts a new one that remembers the last turns.",
      also: 'internet lost offline wifi disconnected reconnecting',
    },
    {
      id: 'two-tabs',
      title: 'Can I talk in two tabs at once?',
      answer:
        'No, one conversation at a time. If you start a second one, Luna offers to end the first and start in the new place.',
      also: 'devices phone second',
    },
    {
      id: 'length',
      title: 'How long can a conversation be?',
      answer:
        'Usually up to 2 hours, as long as you have minutes. After 3 minutes of silence Luna asks if you are still there, and ends the conversation 30 seconds later if nobody answers.',
      also: 'limit maximum idle silence',
    },
  ],
}

export const minutesTopic: Topic = {
  id: 'minutes',
  title: 'Minutes',
  questions: [
    {
      id: 'counting',
      title: 'How are minutes counted?',
      answer:
        'One credit is one minute with every agent. Talk time is charged by the second and rounded down, from the moment the agent joins until the conversation ends. 61 seconds cost 61 seconds, not two minutes.',
      also: 'charge charged billing credits price per minute',
    },
    {
      id: 'not-charged',
      title: 'What is not charged?',
      answer:
        'Conversations under 10 seconds, waiting in line while all agents are busy, conversations in which the agent never spoke, and the time in which your connection was down. You find these conversations under “Not charged”, with the reason. Greetings and samples are free, too.',
      also: 'free failed error queue waiting',
    },
    {
      id: 'order',
      title: 'Which minutes are used first?',
      answer: `The ${platformAccess.monthlyMinutes} that come with each month of platform access, because they end with the month. Then the minutes you bought, which never expire.`,
      also: 'expire rollover roll over monthly purchased',
    },
    {
      id: 'running-out',
      title: 'What happens if my minutes run out during a conversation?',
      answer:
        'Luna warns you at 2 minutes and again at 30 seconds. At zero the conversation ends, and your balance never goes negative. If you buy minutes in the meantime, they count right away.',
      also: 'zero empty balance low',
    },
    {
      id: 'auto-purchase',
      title: 'Can Luna buy minutes for me?',
      answer: `Only if you turn on auto-purchase. Under [Account](${paths.account()}) you choose the package, the balance at which it is bought, and the most it may spend in a month. We email you about every purchase. A declined charge is tried again a day later, and after three declines in a row auto-purchase turns itself off.`,
      also: 'auto purchase top up automatic refill recurring',
    },
    {
      id: 'statement',
      title: 'Where can I see every second I was charged for?',
      answer: `Under [Minutes](${paths.minutes()}): every purchase, conversation and correction, with the balance before and after.`,
      also: 'statement ledger history usage',
    },
  ],
}
