/** As a member types them; kept, they read LK, LKR and 123456789012. */
export const BANK = {
  holder: 'Nimal Perera',
  country: 'lk',
  currency: 'lkr',
  account_number: '1234 5678 9012',
  bank_name: 'Bank of Ceylon',
}
