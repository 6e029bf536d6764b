import { useSettings } from '../../api/settings.ts'

/** A message of the operator to everybody, if there is one. */
export function OperatorBanner() {
  const banner = useSettings().data?.banner
  if (!banner) return null
  return (
    <div role="status" className="border-b border-line bg-s2 text-sm">
      <p className="page py-2.5">{banner}</p>
    </div>
  )
}
