/** What search engines and link previews read about a page. */
export interface PageHead {
  /** Title of the browser tab. */
  title: string
  /** One or two sentences, at most 160 characters. */
  description: string
}

/** The pages that the server renders for visitors, in the order of the sitemap. Only the server's build reads them. */
export const pageHeads: Readonly<Record<string, PageHead>> = {
  '/': {
    title: 'Luna · Learn. Understand. Navigate. Apply.',
    description:
      'Talk live with AI agents trained on business, personal-development and growth frameworks, and pay for the minutes you talk.',
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
