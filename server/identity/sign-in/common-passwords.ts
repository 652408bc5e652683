/** Also guessed first, but missing from the list or newer than it. */
const others = new Set(['facebook1', 'linkedin', 'password1!', 'qwerty1!', 'welcome1!'])

const runs = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
]

let leaked: Promise<ReadonlySet<string>> | undefined

/** Returns the 49,000 most common passwords from published leaks, in lower case, read when first needed. */
async function readLeaked(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Returns whether a password is among those guessed first (D11): found in leaks, one character or a short group
 * repeated, a run of digits or letters, a season and a year, or the email. Case does not count.
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const lower = password.toLowerCase()
  leaked ??= readLeaked()
  if ((await leaked).has(lower) || others.has(lower)) return true
  if (new Set(lower).size <= 2 || /^(.{1,4})\1+$/u.test(lower)) return true
  if (runs.some((run) => run.includes(lower))) return true
  if (/^(spring|summer|autumn|fall|winter)(19|20)\d\d!?$/.test(lower)) return true
  return lower === email.toLowerCase() || lower === (email.split('@')[0] ?? '').toLowerCase()
}
