import type { Chain } from '@verso/protocol/chains'
import { act } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../../../api/session.ts'
import { useWallets } from '../../../../api/wallets.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { listOf, openScreen } from '../../../../testing/open-screen.tsx'
import { sampleNft } from '../../../../testing/sample-nft.ts'
import { WithdrawForm } from './withdraw-form.tsx'

const OWN = '0x52908400098527886E0F7030069857D2E4169EE7'
beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = vi.fn()
  startFullSession({ access: `head.${btoa('{"sid":"1"}')}.seal`, refresh: 'refresh' })
  onTestFinished(() => act(async () => endSession()))
})

/** Says when the wallets have come: before that, an address of one's own is refused by the server alone. */
const Wallets = () => <output>{useWallets().data?.length}</output>

async function open(chain: Chain): Promise<HTMLElement> {
  const screen = (
    <>
      <WithdrawForm nft={sampleNft({ chain })} close={() => undefined} />
      <Wallets />
    </>
  )
  const page = await openScreen(screen, {
    answers: { '/api/accounts/cryptos/': listOf({ id: 'w1', chain: 'POLYGON', public_address: OWN }) },
  })
  await eventually(() => expect(page.querySelector('output')?.textContent).toBe('1'))
  return page
}

test("one's own address here is refused, and its field has the focus", async () => {
  const page = await open('POLYGON')
  const [address, isChecked] = page.querySelectorAll('input')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(address, OWN)
    address?.dispatchEvent(new Event('input', { bubbles: true }))
    isChecked?.click()
  })
  await act(async () => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(page.textContent).toContain('This is your wallet here'))
  expect(document.activeElement).toBe(address)
})

test.each<[Chain, string]>([
  ['ETH', '0x and 40 digits'],
  ['SOL', '32 to 44 letters and digits'],
])('on %s an address is said to be %s', async (chain, words) => {
  const page = await open(chain)
  expect(page.textContent).toContain(words)
})
