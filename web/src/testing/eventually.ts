import { act } from 'react'
import { vi } from 'vitest'

/**
 * Waits until `check` no longer throws. React is let work between two looks: inside one `act` it would hold back every
 * render until that act ends.
 */
export const eventually = (check: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => undefined)
      check()
    },
    { timeout: 30_000 },
  )
