/** What the engagement desk of the demo organization has read. */
export const acmeHandbook = {
  title: 'Acme travel and expenses',
  text: `Travel and expenses at Acme Consulting

Booking. Book trains and flights yourself through the travel desk, at least seven days ahead. Trains are first class above three hours. Flights are economy class inside Europe, and premium economy above six hours.

Hotels. A room costs at most 160 euros a night, breakfast included, and 210 euros in Zurich, London and Paris. If the client recommends a hotel that is dearer, ask your partner before you book.

Meals. On days away from home you get a daily allowance of 34 euros. Dinners with clients are paid by the firm, up to 60 euros a person; write the names of the guests on the receipt.

Car. Use your own car only when the train takes more than twice as long. The firm pays 38 cents a kilometer. Parking fines stay with the driver.

Receipts. Photograph each receipt on the day you get it and upload it with the project number. Expenses are paid back with the salary of the month if they are in by the twentieth. After ninety days they are no longer paid.

Weekend stays. If you stay over a weekend because the flight is cheaper, the firm pays the hotel for both nights when the whole journey costs less than it would have otherwise.

Remote days. Fridays are remote days for everybody who is not in a workshop. Tell the client a week before.

Illness on the road. Call the engagement desk first, then your partner. The desk finds a replacement for the workshop and books your way home.`,
}
