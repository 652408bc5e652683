/** What is asked about saved time, and which sums show; screens and the server share it. */

/** The answers that are offered, in whole minutes; any other up to the most is "more". */
export const savedChoices = [0, 15, 30, 60] as const

/** The most that one conversation can have saved: a working day. */
export const mostSavedMinutes = 480

/** The days after its end in which a conversation can be answered, and the answer changed. */
export const answerDays = 7

/** An organization sees a sum only over the answers of at least this many people. */
export const fewestPeople = 3

/** What the public figure needs before it shows: fewer answers, or those of fewer people, would say too little. */
export const fewestPublicAnswers = 10
export const fewestPublicPeople = 3
