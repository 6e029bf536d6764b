import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkLedger } from '../../src/ledger/check-ledger.ts'
import { getOperatorSettings } from '../../src/settings/settings-store.ts'
import { samplePng } from '../build-nft.ts'
import { findFault, parse } from '../fuzz/find-fault.ts'
import { type Operation, readOperations } from '../fuzz/operations.ts'
import { anyRequest, CALLERS, type Drawn } from '../fuzz/requests.ts'
import { type Given, prepare, send, type Sent } from '../fuzz/send.ts'
import { World } from '../fuzz/world.ts'
import { useTestApp } from '../test-app.ts'

/** 20,000 requests with 25 rounds. */
const IS_WHOLE = process.env.TORTURE_ROUNDS !== undefined
const REQUESTS = IS_WHOLE ? Number(process.env.TORTURE_ROUNDS) * 800 : 500
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_123)
const HISTORY = 100
const BETWEEN_MS = 60_000

const t = useTestApp()

/** A factory's top-up is in the books alone: the provider that is to pay it back has never taken it. */
const NEVER_TAKEN = 'POST /v1/refunds answered 404'

test(
  `${REQUESTS} requests made from the description are answered as it says (seed ${SEED})`,
  async () => {
    const operations = [...(await readOperations(t.app, 'marketplace')), ...(await readOperations(t.adminApp, 'admin'))]
    const world = new World(t)
    await world.open()
    const files = await Promise.all(['red', 'green', 'blue'].map((color) => samplePng(color)))
    let count = 0
    const faults = new Map<string, string>()
    const run = async (drawn: Drawn) => {
      const { method, path, site } = drawn.operation
      const sent = await prepare(t, world, drawn, { pick: count++, files })
      const given = await send(t, site, sent).catch((error: Error) => ({ status: 0, headers: {}, text: error.message }))
      const fault = findFault(drawn.operation, drawn.caller, given) ?? (await faultOfStop(given))
      if (fault) faults.set(`${method} ${path}: ${fault}`, tell(drawn, sent, given))
      else if (given.status < 300) world.learnFrom(path, parse(given.text), sent.userId)
      if (given.status === 401 && sent.userId) world.forget(drawn.caller, sent.userId)
      if (path === '/api/admin/settings/' && method === 'PUT') await reopen()
    }
    if (IS_WHOLE) for (const drawn of drawEveryCaller(operations)) await run(drawn)
    const history = fc.array(anyRequest(operations), { minLength: HISTORY, maxLength: HISTORY, size: 'max' })
    await fc.assert(
      fc.asyncProperty(history, async (drawn) => {
        for (const each of drawn) await run(each)
        const failed = await t.runJobs({ failOnError: false })
        expect(failed.filter(({ message }) => message !== NEVER_TAKEN)).toEqual([])
        expect(await checkLedger(t.ctx.db)).toEqual([])
        t.clock.advance(BETWEEN_MS)
        await world.renew()
      }),
      { seed: SEED, numRuns: Math.ceil(REQUESTS / HISTORY), endOnFailure: true },
    )
    expect([...faults].flat().join('\n\n')).toBe('')
  },
  60_000 + REQUESTS * 150,
)

/** Chance alone might leave out a caller of a call that is seldom drawn. */
const drawEveryCaller = (operations: Operation[]): Drawn[] =>
  operations.flatMap((operation) => {
    const drawn = fc.sample(anyRequest([operation]), { seed: SEED, numRuns: CALLERS.length })
    return CALLERS.map((caller, index) => ({ ...(drawn[index] as Drawn), caller }))
  })

/** Why the marketplace was closed, each time. */
const closedFor: string[] = []

/** Closed, it would answer nothing more. */
async function reopen(): Promise<void> {
  const { maintenance } = await getOperatorSettings(t.ctx)
  if (maintenance === null) return
  closedFor.push(maintenance)
  await t.ctx.db.deleteFrom('settings').where('key', '=', 'maintenance').execute()
}

/** 503 is an answer only while an admin has stopped buying or creating, and until a closed marketplace is seen to be open again. */
async function faultOfStop({ status, text }: Given): Promise<string | undefined> {
  if (status !== 503) return undefined
  const { buyingStopped, creatingStopped } = await getOperatorSettings(t.ctx)
  const isStopped = [buyingStopped, creatingStopped, ...closedFor].some(
    (stop) => stop !== null && text.includes(JSON.stringify(stop)),
  )
  return isStopped ? undefined : 'the server said it is unavailable'
}

const MAX_TOLD = 1_500
const tell = (drawn: Drawn, sent: Sent, given: Given): string => {
  const { method, url, headers, payload = '' } = sent
  const request = `${drawn.operation.site} ${method} ${url} as ${drawn.caller} ${JSON.stringify(headers)}`
  return `${request.slice(0, MAX_TOLD)}\n${String(payload).slice(0, MAX_TOLD)}\n→ ${given.status} ${given.text.slice(0, MAX_TOLD)}`
}
