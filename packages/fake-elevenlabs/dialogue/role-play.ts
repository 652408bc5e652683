/** A role that the agent holds until the person ends it. */

/** What somebody in any role asks back, in turn. */
const questions = [
  'I hear you. But why should I change anything now?',
  'That sounds expensive. What do I get for it?',
  'My colleagues will ask me the same. What do I say to them?',
  'I tried something like that before, and it did not work. What is different this time?',
  'Say I agree. What happens next week?',
]

export class RolePlay {
  /** The words with which the role begins. */
  readonly opening: string
  private turns = 0

  /** `role` is as the person named it, such as `difficult customer`; `opening` are the agent's own words for it. */
  constructor(role: string, opening: string | null) {
    this.opening =
      opening ?? `All right, from now on I am the ${role}. Say stop the role play when you have had enough. You begin.`
  }

  /** Returns the next answer in the role. */
  answer(): string {
    const answer = questions[this.turns % questions.length] ?? ''
    this.turns += 1
    return answer
  }

  end(): string {
    const rounds = `${this.turns} ${this.turns === 1 ? 'answer' : 'answers'}`
    return `I am myself again. You held your own for ${rounds}. What would you do differently next time?`
  }
}
