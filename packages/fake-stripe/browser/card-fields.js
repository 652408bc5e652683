const onlyDigits = (text) => text.replaceAll(/\D/g, '')

/** `4242 4242 4242 4242` */
export function formatNumber(text) {
  return onlyDigits(text)
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** `09 / 34`; a year of four digits, as browsers fill it in, keeps its last two. */
export function formatExpiry(text) {
  const typed = onlyDigits(text)
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed
  const year = digits.length === 6 ? digits.slice(4) : digits.slice(2, 4)
  return year === '' ? digits.slice(0, 2) : `${digits.slice(0, 2)} / ${year}`
}

export function formatDigits(text) {
  return onlyDigits(text).slice(0, 4)
}

/** Returns what is wrong with a field, in Stripe's codes and words, or null. */
export function readFault(name, value) {
  if (name === 'number') return readNumberFault(onlyDigits(value))
  if (name === 'expiry') return readExpiryFault(onlyDigits(value))
  return value.length < 3 ? fault('incomplete_cvc', "Your card's security code is incomplete.") : null
}

function fault(code, message) {
  return { code, message }
}

function readNumberFault(digits) {
  if (digits.length < 16) return fault('incomplete_number', 'Your card number is incomplete.')
  return isPlausible(digits) ? null : fault('invalid_number', 'Your card number is invalid.')
}

/** Returns whether a number fits Luhn's check digit rule. */
function isPlausible(digits) {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function readExpiryFault(digits) {
  if (digits.length < 4) return fault('incomplete_expiry', "Your card's expiration date is incomplete.")
  const month = Number(digits.slice(0, 2))
  if (month < 1 || month > 12) return fault('invalid_expiry_month', "Your card's expiration date is invalid.")
  const today = new Date()
  const monthsLeft = (2000 + Number(digits.slice(2)) - today.getFullYear()) * 12 + month - today.getMonth() - 1
  if (monthsLeft < 0) return fault('invalid_expiry_year_past', "Your card's expiration date is in the past.")
  return monthsLeft > 600 ? fault('invalid_expiry_year', "Your card's expiration year is invalid.") : null
}
