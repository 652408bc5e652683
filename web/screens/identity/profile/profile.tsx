import type { Me } from '#contract/identity/people.ts'
import { useMe } from '#web/client/me.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ThemeSwitch } from '#web/screens/frame/theme-switch.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailSetting } from './email-setting.tsx'
import { ExportSetting } from './export-setting.tsx'
import { MemorySetting } from './memory-setting.tsx'
import { NamesForm } from './names-form.tsx'
import { PasswordSetting } from './password-setting.tsx'
import { PhotoSetting } from './photo-setting.tsx'
import { Section } from './section.tsx'
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
          <NamesForm user={user} />
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
