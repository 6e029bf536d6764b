/** Tells password managers whose new password it is. They read a field that is not displayed, but none of type "hidden". */
export const UsernameForPasswordManagers = ({ email }: { email: string }) => (
  <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
)
