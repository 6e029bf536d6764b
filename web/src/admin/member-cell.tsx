import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { Link } from '../ui/link.tsx'

/** The member of a table's row: the name, a way to the member's page, and the address. */
export const MemberCell = ({ user }: { user: { id: string; display_name: string; email: string } }) => (
  <div className="max-w-56 py-2">
    <Link
      to={adminAddressOf('editUser', { userId: user.id })}
      dir="auto"
      className="block truncate font-medium hover:underline"
    >
      {user.display_name}
    </Link>
    <p className="truncate text-sm text-fg3">{user.email}</p>
  </div>
)
