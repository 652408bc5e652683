import { Mail, Phone, type LucideIcon } from 'lucide-react'
import type { PublicConfig } from '#web/client/config.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'

/** How to reach sales: the mailbox and the phone if configured, and no placeholder otherwise (S330, S342, D154). */
export function OrganizationContact({ config }: { config: PublicConfig | undefined }) {
  const { contactEmail = null, contactPhone = null } = config ?? {}
  return (
    <section id="contact" className="night starry relative isolate overflow-hidden">
      <img
        src="/landing/horizon.svg"
        alt=""
        width={1600}
        height={400}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 -z-10 size-full object-cover object-[74%_100%]"
      />
      <div className="mx-auto w-full max-w-page px-4 pt-16 pb-44 sm:px-6 sm:pt-24 sm:pb-28">
        <h2 className="max-w-3xl text-3xl font-semibold tracking-[-0.02em] sm:text-4xl">Talk to a person</h2>
        <p className="mt-4 max-w-prose text-lg text-night-muted">
          More than 1,000 users, single sign-on, an integration, or just a question? Tell us what you need, and
          we&apos;ll tell you what it takes.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          {contactEmail && <Way Icon={Mail} href={`mailto:${contactEmail}`} text={contactEmail} />}
          {contactPhone && (
            <Way Icon={Phone} href={`tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`} text={contactPhone} />
          )}
          {!contactEmail && !contactPhone && (
            <LinkButton href={paths.contact()} size="touch">
              Contact Support
            </LinkButton>
          )}
        </div>
      </div>
    </section>
  )
}

/** A link to a mail program or a phone, outside the app's routing. */
function Way({ Icon, href, text }: { Icon: LucideIcon; href: string; text: string }) {
  return (
    <LinkButton
      href={href}
      reload
      size="touch"
      variant="night"
      icon={<Icon aria-hidden className="size-4" />}
      className="bg-night"
    >
      {text}
    </LinkButton>
  )
}
