import { agentPage } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import type { PageData } from '#contract/rendering.ts'
import { keyOf } from '#web/client/api.ts'

/** What search engines and link previews read about a page. */
interface PageHead {
  /** Title of the browser tab. */
  title: string
  /** One or two sentences, at most 160 characters. */
  description: string
}

/** The pages of fixed paths that the server renders for visitors, in the order of the sitemap. Only the server's build reads them. */
const pageHeads: Readonly<Record<string, PageHead>> = {
  '/': {
    title: 'Luna · Learn. Understand. Navigate. Apply.',
    description:
      'Talk live with AI agents trained on business, personal-development and growth frameworks, and pay for the minutes you talk.',
  },
  '/agents': {
    title: 'Agents · Luna',
    description: 'Every agent of Luna: hear each one speak, read what it is good at, and choose whom to talk to.',
  },
  '/organization-info': {
    title: 'Luna for Business · Luna',
    description:
      'Voice agents for a whole team, on one shared pool of minutes. You see who talked and for how long, never the words.',
  },
  '/help': {
    title: 'Help Center · Luna',
    description:
      'How to start, talk, pay and stop: short answers about sessions, minutes, the monthly plan and your account.',
  },
  '/about': {
    title: 'About Us · Luna',
    description:
      'Why Luna exists, how its agents work, and what we promise about your time, your money and your words.',
  },
  '/contact': {
    title: 'Contact Support · Luna',
    description: 'How to reach the people behind Luna, and what to tell them so that the first reply helps.',
  },
  '/hours-saved': {
    title: 'How Saved Hours Are Counted · Luna',
    description: 'What people are asked after a conversation, what is added up, and when Luna shows the sum.',
  },
  '/terms-of-service': {
    title: 'Terms of Use · Luna',
    description: 'The rules for using Luna: subscription, minutes, payments, AI agents and what we owe each other.',
  },
  '/privacy-policy': {
    title: 'Privacy Policy · Luna',
    description:
      'What data Luna collects, why, who else handles it, how long we keep it, and what you can do about it.',
  },
}

/** In the order of the sitemap. */
export const pagePaths: readonly string[] = Object.keys(pageHeads)

/** Search engines and previews cut longer ones. */
const longestDescription = 160

/** Returns the head of a page: one of the list, or an agent's. */
export function headOf(path: string, { known }: PageData): PageHead {
  const [call] = keyOf(agentPage)
  const agent = known.find((one) => one.call === call)?.answer as Answer<typeof agentPage> | undefined
  const head = agent ? { title: `${agent.name} · Luna`, description: shorten(agent.description) } : pageHeads[path]
  if (!head) throw new Error(`${path} is not rendered by the server`)
  return head
}

/** Returns at most 160 characters, cut at the end of a word. */
function shorten(text: string): string {
  if (text.length <= longestDescription) return text
  return `${text.slice(0, longestDescription - 1).replace(/\s+\S*$/, '')}…`
}
