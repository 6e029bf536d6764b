/** How long a row is one worker's own: so soon after it was killed another may take it. */
export const LEASE_MS = 10_000
const RENEW_MS = 3_000

/** Does `work` on a row that was taken for `LEASE_MS`, and has the lease renewed until it ends, however long that takes. */
export async function withLease<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let renewing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // A renewal that fails leaves the row to others in the end, who do it once more.
    renewing = renew().catch(() => undefined)
  }, RENEW_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await renewing
  }
}
