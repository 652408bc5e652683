import { hash, verify } from '@node-rs/argon2'

/**
 * argon2id (19 MiB, 2 passes, 1 lane: the library's defaults, D11). Hashing is the cheapest way to flood the server,
 * so at most two run at once and a short queue waits; beyond that `PasswordQueueFull` is thrown.
 */
export class PasswordQueueFull extends Error {}

const maxRunning = 2
const maxWaiting = 50
let settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** For tests alone, which make thousands of people: from now on this process hashes at the lowest cost there is. */
export function hashCheaply(): void {
  settings = { memoryCost: 8, timeCost: 1, parallelism: 1 }
}

let running = 0
const waiting: (() => void)[] = []

async function inQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new PasswordQueueFull('Too many passwords wait to be hashed')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return inQueue(() => hash(password, settings))
}

let decoy: Promise<string> | undefined

/** Checks a password; without a stored hash it takes the same time and answers false (D13). */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password', settings)
  const hashed = stored ?? (await decoy)
  const matches = await inQueue(() => verify(hashed, password))
  return matches && stored !== null
}

/** Passwords that are guessed first; compared in lower case (D11). */
const commonPasswords = new Set(
  `password passw0rd p@ssw0rd password1 password12 password123 password1234 passwords qwertyui qwertyuiop qwerty123
  qwerty12 qwerty1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx qazwsxedc q1w2e3r4 asdfghjk asdfghjkl zxcvbnm1
  iloveyou iloveyou1 sunshine princess football baseball superman batman123 trustno1 welcome1 welcome123 letmein1
  letmein123 admin123 administrator starwars computer whatever jennifer michelle corvette mercedes maverick
  abcd1234 abcdefgh abc12345 a1b2c3d4 aa123456 test1234 testtest changeme secret123 dragon123 monkey123 master123
  shadow123 michael1 internet samsung1 midnight security access14 liverpool arsenal1 chelsea1 barcelona pokemon1
  elephant cocacola butterfly chocolate loveyou1 lovelove google123 facebook facebook1 linkedin spiderman pass1234
  passpass mypassword password! password1! qwerty1! welcome1! summer2024 winter2024 summer2025 winter2025 summer2026
  hello123 freedom1 jordan23 charlie1 jessica1 ashley12 nicole12 daniel12 justin12 12qwaszx 123qweasd 123qwe123
  qwe123qwe asd12345 zxcvbnm123 112233445566 147258369 741852963 789456123 159753456 987654321 123654789 11223344
  123123123 12341234 12344321 43214321 87654321 0987654321 1234567a 12345678a 123456789a a123456789 a12345678`
    .split(/\s+/)
    .filter(Boolean),
)

/** Whether a password is one that is guessed first: listed, one character repeated, a run of digits, or the e-mail. */
export function isCommonPassword(password: string, email: string): boolean {
  const lower = password.toLowerCase()
  if (commonPasswords.has(lower)) return true
  if (new Set(lower).size <= 2) return true
  if ('01234567890123456789'.includes(lower) || '98765432109876543210'.includes(lower)) return true
  return lower === email.toLowerCase() || lower === (email.split('@')[0] ?? '').toLowerCase()
}
