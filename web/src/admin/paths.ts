/** The addresses of the admin area (spec §2 → Admin area). */
export const paths = {
  dashboard: '/',
  users: '/users',
  addUser: '/users/addUser',
  editUser: (userId: string) => `/users/editUser/${userId}`,
  signIn: '/signin',
  signOut: '/signout',
}
