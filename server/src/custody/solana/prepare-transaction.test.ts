import { expect, test } from 'vitest'
import { buildCollector, buildMint, getIntents } from '../../../test/build-token.ts'
import { solanaProblem, useOwnSolana } from '../../../test/own-solana.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { solanaAdapters } from '../chains/adapter-of.ts'
import { runSender } from '../chains/run-sender.ts'
import { openPayer } from './payer-key.ts'
import { solanaAdapter } from './solana-adapter.ts'

const t = useTestApp()
useOwnSolana(t)
const chain = 'SOL'

test.skipIf(solanaProblem)(
  'after a change of MINTER_KEY a mint says what has to be done before it is sent',
  async () => {
    const { SOL } = t.ctx.chains
    if (!SOL) throw new Error('this test has no Solana')
    const minter = await openPayer(`0x${'7'.repeat(64)}`)
    const connection = { ...SOL, minter }
    solanaAdapters.set(connection, solanaAdapter(connection))
    const ctx = { ...t.ctx, chains: { ...t.ctx.chains, SOL: connection } }
    const nft = await buildMint(t, { creator: await buildCollector(t, { chain }), chain })
    await runSender(ctx, chain)
    const [intent] = await getIntents(t, nft.id)
    expect(intent).toMatchObject({ status: 'WAITING', attempts: 1 })
    expect(intent?.error).toContain('npm run chain:deploy -- --chain SOL')
  },
)
