import { addStyle } from './card-form.js'

const TEMPLATE = `
  <dialog aria-labelledby="title" aria-describedby="question">
    <p class="mode"><strong>Test mode</strong></p>
    <h2 id="title"></h2>
    <p id="question"><span class="words"></span><strong class="amount"></strong>.</p>
    <div class="choices">
      <button type="button" value="approve">Approve</button>
      <button type="button" value="reject" class="quiet">Reject</button>
    </div>
  </dialog>
`

/** Returns the bank's question: about money, or about saving the card when no money moves. */
function questionOf({ amount, currency, object }) {
  if (object === 'setup_intent') {
    return { title: 'Approve this card', words: 'Your bank asks whether you are saving this card for later payments' }
  }
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  return {
    title: 'Approve this payment',
    words: 'Your bank asks whether you are making this payment of ',
    amount: format.format(amount / 100),
  }
}

/** Shows the bank's question about an intent. Returns whether it was approved; Escape rejects. */
export async function askForApproval(intent) {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = TEMPLATE
  void addStyle(root)
  const { amount = '', title, words } = questionOf(intent)
  root.querySelector('#title').textContent = title
  root.querySelector('.words').textContent = words
  root.querySelector('.amount').textContent = amount
  const dialog = root.querySelector('dialog')
  document.body.append(host)
  dialog.showModal()
  const approved = await new Promise((resolve) => {
    for (const button of root.querySelectorAll('button')) {
      button.addEventListener('click', () => resolve(button.value === 'approve'))
    }
    dialog.addEventListener('cancel', () => resolve(false))
  })
  dialog.close()
  host.remove()
  return approved
}
