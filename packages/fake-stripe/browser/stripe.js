/**
 * The sandbox's Stripe.js: the same `window.Stripe` that @stripe/stripe-js and @stripe/react-stripe-js expect, with its
 * own card form instead of Stripe's frames. It accepts only Stripe's published test cards.
 */
{
  const folder = new URL('.', document.currentScript.src)
  const parts = Promise.all(['card-form.js', 'payments.js'].map((name) => import(new URL(name, folder).href))).then(
    (modules) => Object.assign({}, ...modules),
  )
  // Code that awaits the parts receives the failure; without any, it is not an unhandled rejection.
  parts.catch(() => undefined)

  class SandboxElement {
    #listeners = new Map()
    #host = null
    #form = null

    constructor(type, options, owner) {
      this.type = type
      this.options = options
      this.owner = owner
    }

    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target
      if (!place) throw integrationError(`The selector you specified (${target}) applies to no DOM elements.`)
      this.unmount()
      const host = document.createElement('div')
      place.append(host)
      this.#host = host
      this.#form = this.#render(host)
      this.#form.catch((error) => this.emit('loaderror', { elementType: this.type, error: { message: error.message } }))
    }

    async #render(host) {
      const { renderCardForm } = await parts
      const form = await renderCardForm(host, {
        appearance: this.owner?.options.appearance,
        emit: (name, detail) => this.emit(name, { elementType: this.type, ...detail }),
      })
      form.setReadOnly(this.options.readOnly === true)
      // React listens for `ready` only after its effects have run.
      if (this.#host === host) setTimeout(() => this.emit('ready', { elementType: this.type }))
      return form
    }

    unmount() {
      this.#host?.remove()
      this.#host = null
      this.#form = null
    }

    destroy() {
      this.unmount()
      this.#listeners.clear()
      this.owner?.forget(this)
    }

    on(name, listener) {
      const all = this.#listeners.get(name) ?? new Set()
      this.#listeners.set(name, all.add(listener))
      return this
    }

    once(name, listener) {
      const only = (event) => {
        this.off(name, only)
        listener(event)
      }
      return this.on(name, only)
    }

    off(name, listener) {
      if (listener === undefined) this.#listeners.delete(name)
      else this.#listeners.get(name)?.delete(listener)
      return this
    }

    emit(name, event) {
      if (name === 'change') this.owner?.noteChange()
      this.#listeners.get(name)?.forEach((listener) => listener(event))
    }

    update(options) {
      this.options = { ...this.options, ...options }
      void this.form().then((form) => form.setReadOnly(this.options.readOnly === true))
    }

    setAppearance(appearance) {
      if (this.#form) void this.#form.then((form) => form.setAppearance(appearance))
    }

    /** There is only one payment method, so nothing can be collapsed. */
    collapse() {}

    focus() {
      void this.form().then((form) => form.focus())
    }

    blur() {
      void this.form().then((form) => form.blur())
    }

    clear() {
      void this.form().then((form) => form.clear())
    }

    /** Resolves with the form once it is on the page. */
    async form() {
      if (!this.#form) throw integrationError(`The ${this.type} Element is not mounted.`)
      return this.#form
    }
  }

  class SandboxElements {
    #elements = new Map()
    #isSubmitted = false

    constructor(options) {
      this.options = options
    }

    create(type, options = {}) {
      if (type !== 'payment' && type !== 'card') throw integrationError(`The sandbox has no ${type} Element.`)
      if (this.#elements.has(type)) throw integrationError(`Can only create one Element of type ${type}.`)
      const element = new SandboxElement(type, options, this)
      this.#elements.set(type, element)
      return element
    }

    getElement(type) {
      return this.#elements.get(typeof type === 'string' ? type : type?.__elementType) ?? null
    }

    forget(element) {
      if (this.#elements.get(element.type) === element) this.#elements.delete(element.type)
    }

    noteChange() {
      this.#isSubmitted = false
    }

    update(options) {
      this.options = { ...this.options, ...options }
      if (options.appearance) for (const element of this.#elements.values()) element.setAppearance(options.appearance)
    }

    async fetchUpdates() {
      return {}
    }

    /** Checks the form and shows what is missing. */
    async submit() {
      const form = await this.form()
      const error = form.validate()
      this.#isSubmitted = error === null
      return error ? { error } : { selectedPaymentMethod: 'card' }
    }

    async form() {
      const element = this.getElement('payment') ?? this.getElement('card')
      if (!element) throw integrationError('Please create and mount a payment Element first.')
      return element.form()
    }

    /**
     * Returns the secret to confirm with. Without one at the start, the form must have been submitted, as at Stripe.
     */
    secretFor(given, caller) {
      if (!this.options.clientSecret && !this.#isSubmitted) {
        throw integrationError(`You must call elements.submit() before calling stripe.${caller}().`)
      }
      return given ?? this.options.clientSecret
    }
  }

  function integrationError(message) {
    return Object.assign(new Error(message), { name: 'IntegrationError' })
  }

  function createStripe(key) {
    const later =
      (name) =>
      async (...given) =>
        (await parts)[name](key, ...given)
    return {
      elements: (options = {}) => new SandboxElements(options),
      confirmPayment: later('confirmPayment'),
      confirmCardPayment: later('confirmCardPayment'),
      confirmCardSetup: later('confirmCardSetup'),
      confirmSetup: later('confirmSetup'),
      createPaymentMethod: later('createPaymentMethod'),
      createToken: later('createToken'),
      handleNextAction: later('handleNextAction'),
      retrievePaymentIntent: later('retrievePaymentIntent'),
      retrieveSetupIntent: later('retrieveSetupIntent'),
      registerAppInfo() {},
      _registerWrapper() {},
    }
  }

  window.Stripe ??= Object.assign((key) => createStripe(key), { version: 'endive' })
}
