import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { fetchCredit } from '../../api/money/credits.ts'
import { fetchWallets } from '../../api/wallets.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { blockerOf, findBlocker, showBlocker } from './blockers.ts'

vi.mock('../../api/money/credits.ts', () => ({ fetchCredit: vi.fn() }))
vi.mock('../../api/wallets.ts', () => ({ fetchWallets: vi.fn() }))
vi.mock('../../ui/overlays/toast.ts', () => ({ toast: { error: vi.fn() } }))
vi.mock('./show-blocker.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const find = (address: string | null | undefined, credit: number) => {
  const wallet = { id: '1', chain: 'POLYGON' as const, public_address: address ?? null, created_at: '' }
  vi.mocked(fetchWallets).mockResolvedValue(address === undefined ? [] : [wallet])
  vi.mocked(fetchCredit).mockResolvedValue({ credit, held: 0 })
  return findBlocker(new QueryClient(), 'POLYGON')
}

describe('findBlocker', () => {
  it('wants a wallet, then its address, then 0.20 of credits', async () => {
    expect(await find(undefined, 5)).toBe('walletNotCreated')
    expect(await find(null, 5)).toBe('walletUnavailable')
    expect(await find('0x1', 0.19)).toBe('insufficientCredits')
    expect(await find('0x1', 0.2)).toBeUndefined()
  })
})

describe('blockerOf', () => {
  it.each([
    ['wallet_missing', 'walletNotCreated'],
    ['wallet_pending', 'walletUnavailable'],
    ['credits_short', 'insufficientCredits'],
  ])('knows by the code %s the blocker that the server names', (code, blocker) => {
    expect(blockerOf(new ApiError(400, { code, errors: ['In other words'] }))).toBe(blocker)
  })
  it('takes no sentence for a blocker', () => {
    const errors = ['Insufficient Transaction Credits']
    expect(blockerOf(new ApiError(400, { code: 'invalid', errors }))).toBeUndefined()
  })
})

describe('showBlocker', () => {
  it('takes it as cancelled, and says so, when its code does not arrive', async () => {
    const onCancel = vi.fn()
    showBlocker('walletNotCreated', { navigate: vi.fn(), onCancel })
    await vi.waitFor(() => expect(onCancel).toHaveBeenCalledOnce(), { timeout: 30_000 })
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('This could not be loaded.', expect.anything())
  })
})
