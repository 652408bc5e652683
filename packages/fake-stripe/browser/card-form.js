import { formatDigits, formatExpiry, formatNumber, readFault } from './card-fields.js'

const FIELDS = [
  {
    name: 'number',
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    format: formatNumber,
  },
  { name: 'expiry', label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp', format: formatExpiry },
  { name: 'cvc', label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc', format: formatDigits },
]

const TEMPLATE = `
  <div class="form" role="group" aria-label="Card">
    <p class="mode"><strong>Test mode</strong> No money moves. Use 4242 4242 4242 4242 with any future date and any code.</p>
    ${FIELDS.map(
      ({ autocomplete, label, name, placeholder }) => `
        <div class="field ${name}">
          <label for="${name}">${label}</label>
          <input id="${name}" type="text" inputmode="numeric" autocomplete="${autocomplete}" placeholder="${placeholder}"
            aria-required="true" aria-describedby="${name}-error" spellcheck="false">
          <p class="error" id="${name}-error" role="alert"></p>
        </div>`,
    ).join('')}
  </div>
`

/**
 * Draws the card form into `host` and returns its handle once its styles are loaded. `emit(name, detail)` receives
 * `change`, `focus`, `blur` and `escape`.
 */
export async function renderCardForm(host, { appearance, emit }) {
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  root.innerHTML = TEMPLATE
  const styled = addStyle(root)
  const inputs = Object.fromEntries(FIELDS.map(({ name }) => [name, root.getElementById(name)]))

  function showError(name, fault) {
    root.getElementById(`${name}-error`).textContent = fault?.message ?? ''
    inputs[name].setAttribute('aria-invalid', String(Boolean(fault)))
  }

  function tellChange() {
    const values = Object.values(inputs).map(({ value }) => value)
    const complete = FIELDS.every(({ name }) => readFault(name, inputs[name].value) === null)
    emit('change', {
      complete,
      empty: values.every((value) => value === ''),
      collapsed: false,
      value: { type: 'card' },
    })
  }

  for (const { format, name } of FIELDS) {
    const input = inputs[name]
    input.addEventListener('input', () => {
      reformat(input, format)
      showError(name, null)
      tellChange()
    })
    input.addEventListener('blur', () => {
      if (input.value !== '') showError(name, readFault(name, input.value))
      emit('blur', {})
    })
    input.addEventListener('focus', () => emit('focus', {}))
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') emit('escape', {})
      if (key === 'Enter') host.closest('form')?.requestSubmit()
    })
  }

  const handle = createHandle(host, inputs, showError)
  handle.setAppearance(appearance)
  await styled
  return handle
}

function createHandle(host, inputs, showError) {
  const all = Object.values(inputs)
  return {
    /** Shows every fault, puts the cursor into the first wrong field, and returns its error or null. */
    validate() {
      let first = null
      for (const { name } of FIELDS) {
        const fault = readFault(name, inputs[name].value)
        showError(name, fault)
        if (fault && !first) {
          first = { type: 'validation_error', ...fault }
          inputs[name].focus()
        }
      }
      return first
    },
    value() {
      const [month, year] = inputs.expiry.value.split(' / ')
      const digits = inputs.number.value.replaceAll(' ', '')
      return { number: digits, exp_month: month, exp_year: year, cvc: inputs.cvc.value }
    },
    setReadOnly(isReadOnly) {
      for (const input of all) input.readOnly = isReadOnly
    },
    /** Applies the variables of Stripe's Appearance API that this form uses. */
    setAppearance({ theme, variables = {} } = {}) {
      host.style.colorScheme = theme === 'night' ? 'dark' : ''
      for (const [name, value] of Object.entries(variables)) host.style.setProperty(`--${name}`, value)
    },
    focus: () => inputs.number.focus(),
    blur: () => all.forEach((input) => input.blur()),
    clear() {
      for (const { name } of FIELDS) {
        inputs[name].value = ''
        showError(name, null)
      }
    },
  }
}

/** Formats what was typed and keeps the cursor behind the same digit. */
function reformat(input, format) {
  const digitsBefore = input.value.slice(0, input.selectionStart).replaceAll(/\D/g, '').length
  const isAtEnd = input.selectionStart === input.value.length
  input.value = format(input.value)
  if (isAtEnd) return
  let place = 0
  for (let digits = 0; digits < digitsBefore && place < input.value.length; place += 1) {
    if (/\d/.test(input.value[place])) digits += 1
  }
  input.setSelectionRange(place, place)
}

/** Without its styles the form would flash unstyled. */
export function addStyle(root) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = new URL('sandbox.css', import.meta.url).href
  return new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    root.prepend(link)
  })
}
