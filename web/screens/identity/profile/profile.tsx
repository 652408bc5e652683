import { useEffect, useRef, type ReactNode } from 'react'
import { changePhoto, removePhoto, updateNames } from '#contract/identity/profile.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useCall } from '#web/client/api.ts'
import { showWriteFailure } from '#web/client/failure.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { PictureButtons, pictureFailure } from '#web/client/pictures/picture-buttons.tsx'
import { Card } from '#web/kit/card.tsx'
import { Face } from '#web/kit/face.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { Me } from '#contract/identity/people.ts'
import { setMe, useMe } from '#web/client/me.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ThemeSwitch } from '#web/screens/frame/theme-switch.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailSetting, PasswordSetting } from './email-and-password.tsx'
import { ExportSetting } from './export-setting.tsx'
import { SignIns } from './sign-ins.tsx'
import { TwoFactor } from './two-factor.tsx'
/**
 * /profile: how the user appears to others, and what protects the account; for everybody who is signed in (D5, D25).
 */
export default function Profile() {
  const user = useMe()
  return (
    <Page title="Profile & security" description="Who you are on Luna, and what protects your account.">
      {user && <Sections user={user} />}
    </Page>
  )
}

function Sections({ user }: { user: Me }) {
  return (
    <div className="flex flex-col gap-10">
      <Section title="Profile" description="Your photo appears next to your name in the header.">
        <div className="flex flex-col gap-6">
          <PhotoSetting user={user} />
          <CallForm
            call={updateNames}
            known={user}
            sections={[{ fields: ['firstName', 'lastName'], columns: 2 }]}
            submit="Save Name"
            pendingText="Saving…"
            done={setMe}
          />
        </div>
      </Section>
      <Section title="Email" description="You use it to sign in, and we send receipts and notices to it.">
        <EmailSetting user={user} />
      </Section>
      <Section title="Password" description="A new password signs you out on all other devices.">
        <PasswordSetting />
      </Section>
      <Section
        id="two-factor"
        title="Two-factor sign-in"
        description="Signing in also asks for a code from your phone, so a stolen password isn't enough."
      >
        <TwoFactor user={user} />
      </Section>
      <Section
        title="Where you are signed in"
        description="If you don't recognize one of these, sign it out and choose a new password."
      >
        <SignIns />
      </Section>
      <Section
        title="What agents know about me"
        description="Notes from earlier sessions. You can read, edit and forget them."
      >
        <MemorySetting />
      </Section>
      <Section title="Appearance" description="In this browser only.">
        <ThemeSwitch />
      </Section>
      <Section
        id="export"
        title="Your data"
        description="One archive with everything we store about you, as JSON and for spreadsheets."
      >
        <ExportSetting user={user} />
      </Section>
      <Section title="Delete account" description="Export your data first if you want to keep it.">
        <DeleteAccount user={user} />
      </Section>
    </div>
  )
}

interface SectionProps {
  title: string
  description: ReactNode
  /** The id that links to this part of the page point to. */
  id?: string
  children: ReactNode
}

/** One setting, with its description beside it, or above it on a phone. */
function Section({ title, description, id, children }: SectionProps) {
  const section = useRef<HTMLElement>(null)
  // The page did not exist yet when the browser looked for the target in its address.
  useEffect(() => {
    if (id && location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  return (
    <section
      ref={section}
      id={id}
      aria-label={title}
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose text-muted">{description}</p>
      </div>
      <Card>{children}</Card>
    </section>
  )
}

const notUploaded = { title: 'Failed to upload image', text: "Your photo hasn't changed. Please try again." }

/** The user's photo: choose, replace, remove (D25, D151). */
function PhotoSetting({ user }: { user: Me }) {
  const button = useRef<HTMLButtonElement>(null)
  const change = useCall(changePhoto, {
    done: setMe,
    refused: (error) => showWriteFailure(pictureFailure(error, notUploaded), error),
  })
  const remove = useCall(removePhoto, {
    done: async (changed) => {
      // The pressed button disappears with the photo.
      button.current?.focus()
      await setMe(changed)
    },
  })

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Face url={user.profileImageUrl} size="large" />
      <div className="flex flex-col gap-2">
        <PictureButtons
          name="Photo"
          isThere={user.profileImageUrl !== null}
          isUploading={change.isPending}
          isRemoving={remove.isPending}
          onChoose={(image) => change.mutate({ body: { image } })}
          onRemove={() => remove.mutate()}
          hint="JPG, JPEG or PNG, up to 5 MB"
          button={button}
        />
      </div>
    </div>
  )
}

/** The way to what agents know about the user, where memory is turned on and off (D185). */
function MemorySetting() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-56 text-muted">
        Agents remember you only if you turn this on, and only what you choose to keep.
      </p>
      <LinkButton variant="secondary" href={paths.memory()}>
        View Notes
      </LinkButton>
    </div>
  )
}
