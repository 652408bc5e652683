import { formatCents, minutesText } from '#contract/amounts.ts'
import { monthlyCap, platformAccess } from '#contract/billing/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { Topic } from './topic.ts'

const access = formatCents(platformAccess.priceCents)

export const payingTopic: Topic = {
  id: 'paying',
  title: 'Paying',
  questions: [
    {
      id: 'price',
      title: 'What does Luna cost?',
      answer: `Platform access is ${access} a month and includes ${minutesText(platformAccess.monthlyMinutes)}. If you need more, buy a one-time package; see the [prices](/#pricing).`,
      also: 'plan package subscription how much',
    },
    {
      id: 'renewals',
      title: 'When does my subscription renew?',
      answer: `Every month, on the day shown under [Account](${paths.account()}). You pay ${access}, and your monthly minutes start again at ${platformAccess.monthlyMinutes}; what was left of the old ones lapses. Packages never renew by themselves.`,
      also: 'renewal renew monthly date charge',
    },
    {
      id: 'failed-payment',
      title: 'My payment failed. Do I lose access?',
      answer:
        'Not right away. After a failed renewal everything keeps working for 7 more days, and a banner shows how to pay and by when. You keep your purchased minutes in any case.',
      also: 'declined card past due grace',
    },
    {
      id: 'missing-minutes',
      title: "I paid, but my minutes haven't arrived.",
      answer:
        "They usually appear within seconds, but the payment provider can take a few minutes. Nothing is lost, and there's no need to pay again: we credit every payment exactly once and check with the provider every hour.",
      also: 'pending missing credits not received',
    },
    {
      id: 'refunds',
      title: 'Can I get a refund?',
      answer: `Fees are non-refundable except where required by law. If a payment was made by mistake or a conversation failed through our fault, [write to us](${paths.contact()}) and we'll look into it. A refund takes back what is left of the minutes that the payment bought. See the [Terms of Use](${paths.termsOfService()}).`,
      also: 'money back return reimburse dispute chargeback',
    },
    {
      id: 'receipts',
      title: 'Where are my receipts?',
      answer: `Under [Account](${paths.account()}), Transaction History: each payment has its own printable receipt, and you can download the list. You can open your receipts even after your access has ended.`,
      also: 'invoice tax download csv',
    },
    {
      id: 'cancel',
      title: 'How do I cancel?',
      answer: `Under [Account](${paths.account()}), press Cancel Subscription. You keep access until the end of the period you paid for, and you can resume until then. Your purchased minutes are kept and can be used again when you come back.`,
      also: 'stop end unsubscribe quit',
    },
    {
      id: 'spending-limit',
      title: 'Can I limit what auto-purchase spends?',
      answer: `Yes. You set a monthly limit when you turn it on: ${formatCents(monthlyCap.defaultCents)} unless you change it, and never more than ${formatCents(monthlyCap.maxCents)}. A purchase that would exceed it is not made.`,
      also: 'cap budget maximum auto purchase',
    },
  ],
}
