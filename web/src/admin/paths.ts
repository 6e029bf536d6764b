/** The addresses of the admin area (docs/rules.md R61). */
export const paths = {
  dashboard: '/',
  users: '/users',
  addUser: '/users/addUser',
  editUser: (userId: string) => `/users/editUser/${userId}`,
  moderation: '/moderation',
  payments: '/payments',
  payouts: '/payouts',
  jobs: '/jobs',
  audit: '/audit',
  settings: '/settings',
  editPage: (page: string) => `/settings/pages/${page}`,
  signIn: '/signin',
  signOut: '/signout',
}
