/** The demo logins (docs/rules.md R106). */
export const DEMO_PASSWORD = 'demo-pass'
export const DEMO_LOGINS = [
  { role: 'admin', email: 'admin@demo.test' },
  { role: 'creator', email: 'creator@demo.test' },
  { role: 'buyer', email: 'buyer@demo.test' },
] as const
